import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './router.tsx'

export { escaped, headOf, robots, sitemap, staticPages } from './static-pages.ts'

/** Renders one page as HTML, without scripts or styles. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return await new Response(prelude).text()
}
