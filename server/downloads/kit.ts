/** The archive that is delivered. Its digest is computed once, when the server starts. */
export interface Kit {
  /** Absolute path of the file. */
  path: string
  /** The name that the buyer's browser saves. */
  fileName: string
  bytes: number
  /** Lower-case hex. */
  sha256: string
  /** The sample archive of the sandbox, not a seller's kit. */
  sample: boolean
}
