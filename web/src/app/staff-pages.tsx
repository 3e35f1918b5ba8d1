import { Route, Routes } from 'react-router'
import { NotFoundPage } from '../site/not-found-page.tsx'
import { askingPage } from './page-kinds.tsx'

const CasesPage = askingPage('CasesPage', () => import('../portal/operator/cases-page.tsx'))
const StaffPage = askingPage('StaffPage', () => import('../portal/operator/staff-page.tsx'))
const WorklistPage = askingPage('WorklistPage', () => import('../portal/lab/worklist-page.tsx'))
const LabOrderPage = askingPage('LabOrderPage', () => import('../portal/lab/lab-order-page.tsx'))
const VisitsPage = askingPage('VisitsPage', () => import('../portal/operator/visits-page.tsx'))
const HoursPage = askingPage('HoursPage', () => import('../portal/lab/hours-page.tsx'))
const PlacesPage = askingPage('PlacesPage', () => import('../portal/lab/places-page.tsx'))
const IntervalsPage = askingPage('IntervalsPage', () => import('../portal/lab/intervals-page.tsx'))
const PricesPage = askingPage('PricesPage', () => import('../portal/lab/prices-page.tsx'))
const PriceChangePage = askingPage('PriceChangePage', () => import('../portal/lab/price-change-page.tsx'))
const StatementsPage = askingPage('StatementsPage', () => import('../portal/lab/statements-page.tsx'))
const FiguresPage = askingPage('FiguresPage', () => import('../portal/lab/figures-page.tsx'))
const SystemsPage = askingPage('SystemsPage', () => import('../portal/lab/systems-page.tsx'))
const UnplacedPage = askingPage('UnplacedPage', () => import('../portal/lab/unplaced-page.tsx'))
const UnplacedReportPage = askingPage(
  'UnplacedReportPage',
  () => import('../portal/lab/unplaced-report-page.tsx'),
)
const LabResultsPage = askingPage('LabResultsPage', () => import('../portal/lab/results-page.tsx'))

/** What operators work with. It comes when one of them opens it, so that nobody else carries the table of it. */
export function OperatorPages() {
  return (
    <Routes>
      <Route path="cases" element={<CasesPage />} />
      <Route path="staff" element={<StaffPage />} />
      <Route path="visits" element={<VisitsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

/** What the staff of a lab work with. */
export function LabPages() {
  return (
    <Routes>
      <Route index element={<WorklistPage />} />
      <Route path="orders/:reference" element={<LabOrderPage />} />
      <Route path="orders/:reference/results" element={<LabResultsPage />} />
      <Route path="hours" element={<HoursPage />} />
      <Route path="visits" element={<PlacesPage />} />
      <Route path="intervals" element={<IntervalsPage />} />
      <Route path="prices" element={<PricesPage />} />
      <Route path="systems" element={<SystemsPage />} />
      <Route path="unplaced" element={<UnplacedPage />} />
      <Route path="unplaced/:id" element={<UnplacedReportPage />} />
      <Route path="prices/changes/:id" element={<PriceChangePage />} />
      <Route path="statements" element={<StatementsPage />} />
      <Route path="figures" element={<FiguresPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
