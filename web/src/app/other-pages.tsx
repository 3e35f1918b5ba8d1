import type { ComponentType } from 'react'
import { matchPath, useLocation } from 'react-router'
import { NotFoundPage } from '../pages/public/not-found-page.tsx'
import { page, queryPage } from './page-kinds.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  '/portal/doctor': queryPage('InboxPage', () => import('../pages/doctor/inbox-page.tsx')),
  '/portal/doctor/patients': queryPage('PatientsPage', () => import('../pages/doctor/patients-page.tsx')),
  '/portal/doctor/sets': queryPage('OrderSetsPage', () => import('../pages/doctor/order-sets-page.tsx')),
  '/portal/doctor/sets/:id': queryPage('OrderSetPage', () => import('../pages/doctor/order-set-page.tsx')),
  '/portal/doctor/licence': queryPage('LicencePage', () => import('../pages/doctor/licence-page.tsx')),
  '/people': queryPage('PeoplePage', () => import('../pages/patient/people-page.tsx')),
  '/wallet': queryPage('WalletPage', () => import('../pages/doctor/wallet-page.tsx')),
  '/settings/notices': queryPage('NoticesPage', () => import('../pages/patient/notices-page.tsx')),
  '/settings/doctors': queryPage('DoctorsPage', () => import('../pages/patient/doctors-page.tsx')),
  '/settings/logins': queryPage('LoginsPage', () => import('../pages/patient/logins-page.tsx')),
  '/orders/:reference/results': queryPage('ResultsPage', () => import('../pages/patient/results-page.tsx')),
  '/results': queryPage('OwnResultsPage', () => import('../pages/patient/own-results-page.tsx')),
  '/consent': page('ConsentPage', () => import('../pages/patient/consent-page.tsx')),
  '/undo-change': page('UndoPage', () => import('../pages/patient/undo-page.tsx')),
  '/delete-account': page('DeleteAccountPage', () => import('../pages/public/delete-account-page.tsx')),
}

/**
 * The pages of doctors, the people, settings and results of an account, the pages that mails link to, and the not-found
 * page. It is loaded on demand, so that other visitors do not load its table.
 */
export function OtherPages() {
  const { pathname } = useLocation()
  const [, Page = NotFoundPage] = Object.entries(pages).find(([path]) => matchPath(path, pathname)) ?? []
  return <Page />
}
