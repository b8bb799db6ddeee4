import { site } from '#content/site.ts'
import { iconPaths } from '../head/icon-paths.ts'
import { themeColors } from '../head/theme-colors.ts'

/** The name and the icons of the site on a device's home screen (https://www.w3.org/TR/appmanifest/). */
const manifest = {
  name: site.name,
  description: site.description,
  lang: site.language,
  start_url: '/',
  display: 'browser',
  theme_color: themeColors.paper.light,
  background_color: themeColors.paper.light,
  icons: [
    { src: iconPaths.svg, type: 'image/svg+xml', sizes: 'any' },
    { src: iconPaths.touch, type: 'image/png', sizes: '180x180' },
  ],
}

export const GET = () =>
  new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
