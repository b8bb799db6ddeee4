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
 * A part of the selected file as coloured code. All excerpts come in one file of their own once somebody comes
 * to the tree: in the page they would delay its first paint for everybody who never does.
 */
export function Excerpt({ path, live }: { path: string | null; live: boolean }) {
  const { data: excerpts } = useQuery(
    {
      queryKey: ['kit excerpts'],
      queryFn: fetchExcerpts,
      enabled: live,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  )
  const coloured = path === null ? undefined : excerpts?.[path]
  if (!coloured) return null
  return (
    <div className="kit-excerpt">
      <Code coloured={coloured} />
    </div>
  )
}
