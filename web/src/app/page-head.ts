import { brand } from '@labalaba/contract'
import * as copy from '../copy/app.ts'
import { type StaticPage, staticPages } from './static-pages.ts'

/** Placeholder for the product's own address, which only the running server knows and fills in. */
const site = '%PUBLIC_URL%'

/** The pages of the audiences have a share picture of their own; every other page uses the first page's. */
const sharePictures: Record<string, string> = {
  '/doctor': 'share-doctor.png',
  '/lab': 'share-lab.png',
  '/visitor': 'share-visitor.png',
}

const addressOf = ({ path }: StaticPage) => `${site}${path}`

/** The head of a prerendered page, for search engines and shared links. */
export function headOf(page: StaticPage): string {
  const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`
  const shared = (property: string, content: string) =>
    `<meta property="og:${property}" content="${escaped(content)}" />`
  const lines = [named('description', page.description)]
  if (!page.indexed) return [...lines, named('robots', 'noindex')].join('\n    ')
  lines.push(
    `<link rel="canonical" href="${addressOf(page)}" />`,
    shared('type', 'website'),
    shared('site_name', brand.name),
    shared('locale', 'en_NG'),
    shared('title', page.title),
    shared('description', page.description),
    shared('url', addressOf(page)),
    shared('image', `${site}/${sharePictures[page.path] ?? 'share.png'}`),
    shared('image:width', '1200'),
    shared('image:height', '630'),
    shared('image:alt', copy.sharePicture),
    named('twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${asData({ '@context': 'https://schema.org', '@graph': graphOf(page) })}</script>`,
  )
  return lines.join('\n    ')
}

/** The addresses that search engines should know. Pages behind the sign-in are not among them. */
export function sitemap(): string {
  const places = staticPages
    .filter((page) => page.indexed)
    .map((page) => `  <url><loc>${addressOf(page)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    '</urlset>',
    '',
  ].join('\n')
}

/** The paths that crawlers may not visit. Links that were sent to one person are private. */
export function robots(): string {
  const closed = [
    '/v0/',
    '/dev/',
    '/pay/',
    '/payment/',
    '/orders',
    '/results',
    '/wallet',
    '/cart',
    '/operator',
    '/portal',
  ]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n')
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
}

/** JSON in which no data can end the script element around it. */
function asData(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Only facts that are true and visible on the page. The stories are invented, so none of them is a review. */
function graphOf(page: StaticPage): object[] {
  return [owner, webSite, ...answersOf(page), ...wayTo(page)]
}

const owner = {
  '@type': 'Organization',
  '@id': `${site}/#owner`,
  name: brand.name,
  url: `${site}/`,
  logo: `${site}/icon-512.png`,
  email: brand.supportEmail,
  telephone: brand.supportPhone,
  address: { '@type': 'PostalAddress', streetAddress: brand.streetAddress, addressCountry: 'NG' },
  areaServed: { '@type': 'Country', name: 'Nigeria' },
  sameAs: [brand.instagram, brand.linkedIn],
}

const webSite = {
  '@type': 'WebSite',
  '@id': `${site}/#site`,
  name: brand.name,
  url: `${site}/`,
  inLanguage: 'en-NG',
  publisher: { '@id': owner['@id'] },
}

function answersOf({ questions }: StaticPage): object[] {
  if (!questions) return []
  const mainEntity = questions.map(({ title, words }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: words },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

function wayTo(page: StaticPage): object[] {
  if (page.path === '/') return []
  const stops = [
    { name: brand.name, item: `${site}/` },
    { name: page.title.replace(` - ${brand.name}`, ''), item: addressOf(page) },
  ]
  const itemListElement = stops.map((stop, place) => ({ '@type': 'ListItem', position: place + 1, ...stop }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}
