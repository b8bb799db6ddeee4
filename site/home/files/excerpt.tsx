import { useQuery } from '@tanstack/react-query'
import { kitExcerptsPath } from '../../../contract/paths.ts'
import { queries } from '../../queries.ts'
import { Code, type Token } from '../../ui/code.tsx'

async function fetchExcerpts({ signal }: { signal: AbortSignal }): Promise<Record<string, Token[]>> {
  const response = await fetch(kitExcerptsPath, { signal })
  if (!response.ok) throw new Error(`The excerpts answered ${response.status}`)
  return response.json()
}

/**
 * A part of the selected file as colored code. All excerpts are in one file outside the page, where they cannot delay its
 * first paint. The island fetches it when it hydrates, since the visitor is near then.
 */
export function Excerpt({ path }: { path: string | null }) {
  const { data: excerpts } = useQuery(
    {
      queryKey: ['kit excerpts'],
      queryFn: fetchExcerpts,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  )
  const colored = path === null ? undefined : excerpts?.[path]
  if (!colored) return null
  return (
    <div className="kit-excerpt" translate="no">
      <Code colored={colored} />
    </div>
  )
}
