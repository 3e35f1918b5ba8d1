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
