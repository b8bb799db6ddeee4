const files = import.meta.glob<string>('../../brand/fonts/pictures/*.ttf', {
  query: '?inline',
  import: 'default',
  eager: true,
})

/**
 * The site's typefaces as TrueType in the weights that the pictures use, because the renderer supports neither WOFF2 nor variable
 * typefaces. A character comes from the first file that has it.
 */
export const typefaceFiles = Object.keys(files)
  .sort()
  .map((name) => Buffer.from((files[name] ?? '').split(',')[1] ?? '', 'base64'))
