import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { NotFoundPage } from '../pages/public/not-found-page.tsx'
import { askingPage, page } from './page-kinds.tsx'

const InboxPage = askingPage('InboxPage', () => import('../pages/doctor/inbox-page.tsx'))
const PatientsPage = askingPage('PatientsPage', () => import('../pages/doctor/patients-page.tsx'))
const OrderSetsPage = askingPage('OrderSetsPage', () => import('../pages/doctor/order-sets-page.tsx'))
const LicencePage = askingPage('LicencePage', () => import('../pages/doctor/licence-page.tsx'))
const OrderSetPage = askingPage('OrderSetPage', () => import('../pages/doctor/order-set-page.tsx'))
const NoticesPage = askingPage('NoticesPage', () => import('../pages/patient/notices-page.tsx'))
const DoctorsPage = askingPage('DoctorsPage', () => import('../pages/patient/doctors-page.tsx'))
const LoginsPage = askingPage('LoginsPage', () => import('../pages/patient/logins-page.tsx'))
const PeoplePage = askingPage('PeoplePage', () => import('../pages/patient/people-page.tsx'))
const WalletPage = askingPage('WalletPage', () => import('../pages/doctor/wallet-page.tsx'))
const ConsentPage = page('ConsentPage', () => import('../pages/patient/consent-page.tsx'))
const UndoPage = page('UndoPage', () => import('../pages/patient/undo-page.tsx'))
const DeleteAccountPage = page('DeleteAccountPage', () => import('../pages/public/delete-account-page.tsx'))

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
