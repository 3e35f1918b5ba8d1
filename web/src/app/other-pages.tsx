import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { NotFoundPage } from '../site/not-found-page.tsx'
import { askingPage, page } from './page-kinds.tsx'

const InboxPage = askingPage('InboxPage', () => import('../portal/doctor/inbox-page.tsx'))
const PatientsPage = askingPage('PatientsPage', () => import('../portal/doctor/patients-page.tsx'))
const OrderSetsPage = askingPage('OrderSetsPage', () => import('../portal/doctor/order-sets-page.tsx'))
const LicencePage = askingPage('LicencePage', () => import('../portal/doctor/licence-page.tsx'))
const OrderSetPage = askingPage('OrderSetPage', () => import('../portal/doctor/order-set-page.tsx'))
const NoticesPage = askingPage('NoticesPage', () => import('../portal/patient/notices-page.tsx'))
const DoctorsPage = askingPage('DoctorsPage', () => import('../portal/patient/doctors-page.tsx'))
const LoginsPage = askingPage('LoginsPage', () => import('../portal/patient/logins-page.tsx'))
const PeoplePage = askingPage('PeoplePage', () => import('../portal/patient/people-page.tsx'))
const WalletPage = askingPage('WalletPage', () => import('../portal/doctor/wallet-page.tsx'))
const ConsentPage = page('ConsentPage', () => import('../portal/patient/consent-page.tsx'))
const UndoPage = page('UndoPage', () => import('../portal/patient/undo-page.tsx'))
const DeleteAccountPage = page('DeleteAccountPage', () => import('../site/delete-account-page.tsx'))

const pages: Readonly<Record<string, ComponentType>> = {
  '/portal/doctor': InboxPage,
  '/portal/doctor/patients': PatientsPage,
  '/portal/doctor/sets': OrderSetsPage,
  '/portal/doctor/licence': LicencePage,
  '/people': PeoplePage,
  '/wallet': WalletPage,
  '/settings/notices': NoticesPage,
  '/settings/doctors': DoctorsPage,
  '/settings/logins': LoginsPage,
  '/consent': ConsentPage,
  '/undo-change': UndoPage,
  '/delete-account': DeleteAccountPage,
}

/**
 * Every address that the router does not name itself: the pages of doctors, the people and settings of an account, the
 * pages that mails link to, and the not-found page. It is loaded on demand, so that other visitors do not load its
 * table.
 */
export function OtherPages() {
  const { pathname } = useLocation()
  const isSet = /^\/portal\/doctor\/sets\/[^/]+$/.test(pathname)
  const Page = isSet ? OrderSetPage : (pages[pathname.replace(/\/+$/, '')] ?? NotFoundPage)
  return <Page />
}
