import { Route, Routes, useLocation } from 'react-router'
import { NotFoundPage } from '../site/not-found-page.tsx'
import { ForStaff } from './for-staff.tsx'
import { askingPage, page } from './page-kinds.tsx'
import { Protected } from './protected.tsx'
import { StaffFrame } from './staff-frame.tsx'

const RoundPage = page('RoundPage', () => import('../portal/phlebotomist/round-page.tsx'))
const CasesPage = askingPage('CasesPage', () => import('../portal/operator/cases-page.tsx'))
const LicencesPage = askingPage('LicencesPage', () => import('../portal/operator/licences-page.tsx'))
const StaffPage = askingPage('StaffPage', () => import('../portal/operator/staff-page.tsx'))
const WorklistPage = askingPage('WorklistPage', () => import('../portal/lab/worklist-page.tsx'))
const ReceivePage = askingPage('ReceivePage', () => import('../portal/lab/receive-page.tsx'))
const LabOrderPage = askingPage('LabOrderPage', () => import('../portal/lab/lab-order-page.tsx'))
const VisitsPage = askingPage('VisitsPage', () => import('../portal/operator/visits-page.tsx'))
const HoursPage = askingPage('HoursPage', () => import('../portal/lab/hours-page.tsx'))
const PlacesPage = askingPage('PlacesPage', () => import('../portal/lab/places-page.tsx'))
const PausePage = askingPage('PausePage', () => import('../portal/lab/pause-page.tsx'))
const IntervalsPage = askingPage('IntervalsPage', () => import('../portal/lab/intervals-page.tsx'))
const PricesPage = askingPage('PricesPage', () => import('../portal/lab/prices-page.tsx'))
const PriceChangePage = askingPage('PriceChangePage', () => import('../portal/lab/price-change-page.tsx'))
const StatementsPage = askingPage('StatementsPage', () => import('../portal/lab/statements-page.tsx'))
const FiguresPage = askingPage('FiguresPage', () => import('../portal/lab/figures-page.tsx'))
const SystemsPage = askingPage('SystemsPage', () => import('../portal/lab/systems-page.tsx'))
const HandoversPage = askingPage('HandoversPage', () => import('../portal/lab/handovers-page.tsx'))
const UnplacedPage = askingPage('UnplacedPage', () => import('../portal/lab/unplaced-page.tsx'))
const UnplacedReportPage = askingPage(
  'UnplacedReportPage',
  () => import('../portal/lab/unplaced-report-page.tsx'),
)
const LabResultsPage = askingPage('LabResultsPage', () => import('../portal/lab/results-page.tsx'))

/**
 * The pages of operators, lab staff and phlebotomists. They are loaded on demand, so that other visitors do not load
 * their table.
 */
export function StaffPages() {
  const isOperators = useLocation().pathname.startsWith('/operator')
  return (
    <Routes>
      <Route element={<StaffFrame />}>
        {/* This page checks access itself: it stays open when the session ends, for work without a network. */}
        {isOperators ? null : <Route path="phlebotomist" element={<RoundPage />} />}
        <Route element={<Protected />}>{isOperators ? operators : labs}</Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

const operators = (
  <Route element={<ForStaff type="operator" />}>
    <Route path="cases" element={<CasesPage />} />
    <Route path="licences" element={<LicencesPage />} />
    <Route path="staff" element={<StaffPage />} />
    <Route path="visits" element={<VisitsPage />} />
  </Route>
)

const labs = (
  <Route path="lab" element={<ForStaff type="lab" />}>
    <Route index element={<WorklistPage />} />
    <Route path="orders/:reference" element={<LabOrderPage />} />
    <Route path="orders/:reference/results" element={<LabResultsPage />} />
    <Route path="receive" element={<ReceivePage />} />
    <Route path="hours" element={<HoursPage />} />
    <Route path="visits" element={<PlacesPage />} />
    <Route path="pause" element={<PausePage />} />
    <Route path="intervals" element={<IntervalsPage />} />
    <Route path="prices" element={<PricesPage />} />
    <Route path="systems" element={<SystemsPage />} />
    <Route path="handovers" element={<HandoversPage />} />
    <Route path="unplaced" element={<UnplacedPage />} />
    <Route path="unplaced/:id" element={<UnplacedReportPage />} />
    <Route path="prices/changes/:id" element={<PriceChangePage />} />
    <Route path="statements" element={<StatementsPage />} />
    <Route path="figures" element={<FiguresPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Route>
)
