import { brand } from '@labalaba/contract'
import * as copy from '../copy/app.ts'
import * as shared from '../copy/shared.ts'
import { doctorDescription, doctorQuestions } from '../copy/site-doctors.ts'
import { downloadDescription } from '../copy/site-download.ts'
import { labDescription, labQuestions } from '../copy/site-labs.ts'
import { patientQuestions } from '../copy/site-patients.ts'
import { doctorTitle, downloadTitle, labTitle, landingTitle, visitorTitle } from '../copy/site-titles.ts'
import type { Question } from '../pages/public/blocks/faq.tsx'

export type StaticPage = {
  path: string
  file: string
  /** The module that renders it, requested together with the first scripts. */
  module: string
  /** The module of the frame around it, if it is not the usual one. */
  frame?: string
  title: string
  description: string
  indexed: boolean
  /** The questions that the page covers, published to search engines. */
  questions?: readonly Question[]
}

const named = (title: string) => `${title} - ${brand.name}`

/** The pages that are prerendered at build time, with the texts for search engines and shared links. */
export const staticPages: readonly StaticPage[] = [
  {
    path: '/',
    file: 'index.html',
    module: 'src/pages/public/landing-page.tsx',
    title: landingTitle,
    description: copy.landingDescription,
    indexed: true,
    questions: patientQuestions,
  },
  {
    path: '/visitor',
    file: 'visitor.html',
    module: 'src/pages/public/visitor-page.tsx',
    title: named(visitorTitle),
    description: copy.visitorDescription,
    indexed: true,
    questions: patientQuestions,
  },
  {
    path: '/doctor',
    file: 'doctor.html',
    module: 'src/pages/public/doctor-page.tsx',
    title: named(doctorTitle),
    description: doctorDescription,
    indexed: true,
    questions: doctorQuestions,
  },
  {
    path: '/lab',
    file: 'lab.html',
    module: 'src/pages/public/laboratory-page.tsx',
    title: named(labTitle),
    description: labDescription,
    indexed: true,
    questions: labQuestions,
  },
  {
    path: '/download',
    file: 'download.html',
    module: 'src/pages/public/download-page.tsx',
    title: named(downloadTitle),
    description: downloadDescription,
    indexed: true,
  },
  {
    path: '/auth/login',
    file: 'login.html',
    module: 'src/pages/public/auth/login-page.tsx',
    frame: 'src/pages/public/auth/auth-layout.tsx',
    title: named(shared.login),
    description: copy.loginDescription,
    indexed: true,
  },
  {
    path: '/privacy-policy',
    file: 'privacy-policy.html',
    module: 'src/pages/public/legal/privacy-page.tsx',
    title: named(copy.privacyPolicy),
    description: copy.privacyDescription,
    indexed: true,
  },
  {
    path: '/terms-of-use',
    file: 'terms-of-use.html',
    module: 'src/pages/public/legal/terms-page.tsx',
    title: named(copy.termsOfUse),
    description: copy.termsDescription,
    indexed: true,
  },
  {
    path: '/not-found',
    file: '404.html',
    module: 'src/app/other-pages.tsx',
    title: named(copy.notFoundTitle),
    description: copy.notFoundDescription,
    indexed: false,
  },
]

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
