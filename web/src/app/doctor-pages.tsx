import { useLocation } from 'react-router'
import { NotFoundPage } from '../site/not-found-page.tsx'
import { askingPage } from './page-kinds.tsx'

const InboxPage = askingPage('InboxPage', () => import('../portal/doctor/inbox-page.tsx'))
const PatientsPage = askingPage('PatientsPage', () => import('../portal/doctor/patients-page.tsx'))
const OrderSetsPage = askingPage('OrderSetsPage', () => import('../portal/doctor/order-sets-page.tsx'))
const OrderSetPage = askingPage('OrderSetPage', () => import('../portal/doctor/order-set-page.tsx'))

/** What doctors work with. It comes when one of them opens it, so that nobody else carries the table of it. */
export function DoctorPages() {
  const [, place, id, ...rest] = useLocation().pathname.split('/')
  if (place === 'inbox' && id === undefined) return <InboxPage />
  if (place === 'patients' && id === undefined) return <PatientsPage />
  if (place === 'order-sets' && rest.length === 0)
    return id === undefined ? <OrderSetsPage /> : <OrderSetPage />
  return <NotFoundPage />
}
