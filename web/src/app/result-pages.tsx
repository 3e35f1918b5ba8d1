import { useParams } from 'react-router'
import { askingPage } from './page-kinds.tsx'

const OrderResultsPage = askingPage('ResultsPage', () => import('../pages/patient/results-page.tsx'))
const OwnResultsPage = askingPage('OwnResultsPage', () => import('../pages/patient/own-results-page.tsx'))

/** The results of an order, or of all people whom the account books for. */
export function ResultPages() {
  return useParams().reference === undefined ? <OwnResultsPage /> : <OrderResultsPage />
}
