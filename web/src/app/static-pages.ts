import { brand } from '@labalaba/contract'
import type { Question } from '../site/blocks/faq.tsx'
import { doctorDescription, doctorQuestions } from '../site/copy/doctors.ts'
import { downloadDescription } from '../site/copy/download.ts'
import { labDescription, labQuestions } from '../site/copy/labs.ts'
import { patientQuestions } from '../site/copy/patients.ts'
import { doctorTitle, downloadTitle, labTitle, landingTitle, visitorTitle } from '../site/copy/titles.ts'

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
    module: 'src/site/landing-page.tsx',
    title: landingTitle,
    description:
      'Find a verified laboratory near you, see the price of every test before you pay, and book a walk-in or a home sample collection anywhere in Nigeria.',
    indexed: true,
    questions: patientQuestions,
  },
  {
    path: '/visitor',
    file: 'visitor.html',
    module: 'src/site/visitor-page.tsx',
    title: named(visitorTitle),
    description:
      'Medical tests for you, your child, your parent or anybody you care for: walk in to a lab near you, or let a phlebotomist visit you. The price stands there before you pay.',
    indexed: true,
    questions: patientQuestions,
  },
  {
    path: '/doctor',
    file: 'doctor.html',
    module: 'src/site/doctor-page.tsx',
    title: named(doctorTitle),
    description: doctorDescription,
    indexed: true,
    questions: doctorQuestions,
  },
  {
    path: '/lab',
    file: 'lab.html',
    module: 'src/site/laboratory-page.tsx',
    title: named(labTitle),
    description: labDescription,
    indexed: true,
    questions: labQuestions,
  },
  {
    path: '/download',
    file: 'download.html',
    module: 'src/site/download-page.tsx',
    title: named(downloadTitle),
    description: downloadDescription,
    indexed: true,
  },
  {
    path: '/auth/login',
    file: 'login.html',
    module: 'src/site/auth/login-page.tsx',
    frame: 'src/site/auth/auth-layout.tsx',
    title: named('Login'),
    description: `Login to ${brand.name} to book medical lab tests across Nigeria, pay for them and follow your orders.`,
    indexed: true,
  },
  {
    path: '/privacy-policy',
    file: 'privacy-policy.html',
    module: 'src/site/legal/privacy-page.tsx',
    title: named('Privacy Policy'),
    description: `What ${brand.name} keeps about you, why, for how long, and how to have it corrected or deleted.`,
    indexed: true,
  },
  {
    path: '/terms-of-use',
    file: 'terms-of-use.html',
    module: 'src/site/legal/terms-page.tsx',
    title: named('Terms of Use'),
    description: `The terms on which you book and pay for laboratory tests with ${brand.name}.`,
    indexed: true,
  },
  {
    path: '/not-found',
    file: '404.html',
    module: 'src/app/other-pages.tsx',
    title: named('Page not found'),
    description: 'There is no page at this address.',
    indexed: false,
  },
]
