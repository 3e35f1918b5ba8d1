import { useLocation, useParams } from 'react-router'
import { askingPage, page } from './page-kinds.tsx'

const DeleteAccountPage = page('DeleteAccountPage', () => import('../site/delete-account-page.tsx'))
const PeoplePage = askingPage('PeoplePage', () => import('../portal/patient/people-page.tsx'))
const WalletPage = askingPage('WalletPage', () => import('../portal/doctor/wallet-page.tsx'))
const OrderResultsPage = askingPage('ResultsPage', () => import('../portal/patient/results-page.tsx'))
const OwnResultsPage = askingPage('OwnResultsPage', () => import('../portal/patient/own-results-page.tsx'))

/** What somebody has for themselves alone. It comes when it is opened, so that nobody else carries the table of it. */
export function OwnPages() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/people')) return <PeoplePage />
  if (pathname.startsWith('/wallet')) return <WalletPage />
  return <DeleteAccountPage />
}

/** The results of an order, or of everybody whom the account books for. */
export function ResultPages() {
  return useParams().reference === undefined ? <OwnResultsPage /> : <OrderResultsPage />
}
