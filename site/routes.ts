import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL of the site. */
export default [
  index('pages/home/page.tsx'),
  route('favicon.svg', 'icon-route.ts'),
  route('kit-excerpts.json', 'pages/home/files/excerpts-route.ts'),
  route('blog', 'pages/blog/page.tsx'),
  route('blog/:id', 'pages/post/page.tsx'),
  route('privacy', 'pages/privacy/page.tsx'),
  route('terms', 'pages/terms/page.tsx'),
  route('payment-success', 'pages/payment-success/page.tsx'),
  ...(process.env.NODE_ENV === 'development' ? [route('primitives', 'pages/dev-primitives/page.tsx')] : []),
  route('*', 'pages/not-found/page.tsx'),
] satisfies RouteConfig
