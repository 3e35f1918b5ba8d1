import { brand } from '@labalaba/contract'

export type StaticPage = { path: string; file: string; title: string; description: string; indexed: boolean }

/** The pages that are written out when the product is built, with what search engines and shared links show. */
export const staticPages: readonly StaticPage[] = [
  {
    path: '/',
    file: 'index.html',
    title: `${brand.name}: book medical lab tests across Nigeria`,
    description:
      'Find a verified laboratory near you, see the price of every test before you pay, and book a walk-in or a home sample collection anywhere in Nigeria.',
    indexed: true,
  },
  {
    path: '/privacy-policy',
    file: 'privacy-policy.html',
    title: `Privacy Policy - ${brand.name}`,
    description: `What ${brand.name} keeps about you, why, for how long, and how to have it corrected or deleted.`,
    indexed: true,
  },
  {
    path: '/terms-of-use',
    file: 'terms-of-use.html',
    title: `Terms of Use - ${brand.name}`,
    description: `The terms on which you book and pay for laboratory tests with ${brand.name}.`,
    indexed: true,
  },
  {
    path: '/not-found',
    file: '404.html',
    title: `Page not found - ${brand.name}`,
    description: 'There is no page at this address.',
    indexed: false,
  },
]
