export const sample = {
  files: ['README.md', 'LICENSE.md', 'manifeste/netz.yml', 'docs/kurven.pdf'],
  module: [] as string[],
}
