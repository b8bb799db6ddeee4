/** A node of the kit's file tree. `path` is from the archive's root and unique. */
export interface FileNode {
  name: string
  type: 'folder' | 'file'
  path: string
  /** One sentence: what it is. */
  description: string
  /** A short paragraph: what it does in the kit, and what you would change. */
  details: string
  /** A true part of the file. */
  excerpt?: { language: 'hcl' | 'json' | 'yaml' | 'bash' | 'markdown'; code: string }
  /** Folders only. */
  children?: FileNode[]
}
