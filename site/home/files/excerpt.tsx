import { useQuery } from '@tanstack/react-query'
import { kitExcerptsPath, kitFilePath } from '../../../contract/paths.ts'
import { queries } from '../../queries.ts'
import { Code, type Token } from '../../ui/code.tsx'

/** @param address of a file of the built site */
async function fetchJson<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
}

/**
 * A part of the selected file as colored code. All excerpts are in one file outside the page, so they cannot delay its
 * first paint. The island fetches the file when it hydrates, because the visitor is near it then.
 * @param whole the file is in the sample. Its whole text replaces the excerpt once it is loaded
 */
export function Excerpt({ path, whole }: { path: string | null; whole: boolean }) {
  const { data: excerpts } = useQuery(
    {
      queryKey: ['kit excerpts'],
      queryFn: ({ signal }) => fetchJson<Record<string, Token[]>>(kitExcerptsPath, signal),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  )
  const { data: text } = useQuery(
    {
      queryKey: ['kit file', path],
      queryFn: ({ signal }) => fetchJson<Token[]>(`${kitFilePath(path ?? '')}.json`, signal),
      enabled: whole,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queries,
  )
  const colored = path === null ? undefined : (whole && text) || excerpts?.[path]
  if (!colored) return null
  return (
    <div className="kit-excerpt" translate="no">
      <Code colored={colored} />
    </div>
  )
}
