export const sample = {
  files: ['README.md', 'LICENSE.md', 'manifeste/netz.yml'],
  module: [] as string[],
}
