import { expect, test } from 'vitest'
import { headOf, robots, type StaticPage, sitemap, staticPages } from './static-pages.ts'

const page: StaticPage = {
  path: '/somewhere',
  file: 'somewhere.html',
  module: 'src/pages/public/somewhere.tsx',
  title: 'A "quoted" <title>',
  description: 'One & two',
  indexed: true,
}

function dataIn(head: string) {
  const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? []
  return JSON.parse(data)
}

test('text cannot close an attribute or a data block', () => {
  const questions = [{ title: '</script><script>alert(1)</script>', words: '<!-- "' }]
  const head = headOf({ ...page, questions })
  expect(head).toContain('content="A &quot;quoted&quot; &lt;title&gt;"')
  expect(head).toContain('content="One &amp; two"')
  expect(head.match(/<\/script>/g)).toHaveLength(1)
  expect(dataIn(head)['@graph'][2].mainEntity[0].name).toBe(questions[0]?.title)
})

test('a page excluded from search engines says so, and nothing more', () => {
  const head = headOf({ ...page, indexed: false })
  expect(head).toContain('<meta name="robots" content="noindex" />')
  expect(head).not.toMatch(/canonical|og:|ld\+json/)
})

test('only pages that search engines may list are in the sitemap', () => {
  for (const { path, indexed } of staticPages)
    expect(sitemap().includes(`<loc>%PUBLIC_URL%${path}</loc>`), path).toBe(indexed)
  expect(robots()).toContain('Sitemap: %PUBLIC_URL%/sitemap.xml')
})

test('stories are fictional, so none is marked up as a review or a rating', () => {
  for (const one of staticPages) expect(headOf(one)).not.toMatch(/Review|Rating/)
})

test('each page has its own title and a description that a search engine shows in full', () => {
  const titles = staticPages.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  for (const { path, title, description } of staticPages) {
    expect(title.length, path).toBeLessThanOrEqual(65)
    expect(description.length, path).toBeLessThanOrEqual(180)
  }
})
