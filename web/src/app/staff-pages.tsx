import { Route, Routes, useLocation } from 'react-router'
import { NotFoundPage } from '../pages/public/not-found-page.tsx'
import { ForStaff } from './for-staff.tsx'
import { askingPage, page } from './page-kinds.tsx'
import { Protected } from './protected.tsx'
import { StaffFrame } from './staff-frame.tsx'

const RoundPage = page('RoundPage', () => import('../pages/phlebotomist/round-page.tsx'))
const CasesPage = askingPage('CasesPage', () => import('../pages/operator/cases-page.tsx'))
const LicencesPage = askingPage('LicencesPage', () => import('../pages/operator/licences-page.tsx'))
const StaffPage = askingPage('StaffPage', () => import('../pages/operator/staff-page.tsx'))
const WorklistPage = askingPage('WorklistPage', () => import('../pages/lab/worklist-page.tsx'))
const ReceivePage = askingPage('ReceivePage', () => import('../pages/lab/receive-page.tsx'))
const LabOrderPage = askingPage('LabOrderPage', () => import('../pages/lab/lab-order-page.tsx'))
const VisitsPage = askingPage('VisitsPage', () => import('../pages/operator/visits-page.tsx'))
const HoursPage = askingPage('HoursPage', () => import('../pages/lab/hours-page.tsx'))
const PlacesPage = askingPage('PlacesPage', () => import('../pages/lab/places-page.tsx'))
const PausePage = askingPage('PausePage', () => import('../pages/lab/pause-page.tsx'))
const IntervalsPage = askingPage('IntervalsPage', () => import('../pages/lab/intervals-page.tsx'))
const PricesPage = askingPage('PricesPage', () => import('../pages/lab/prices-page.tsx'))
const PriceChangePage = askingPage('PriceChangePage', () => import('../pages/lab/price-change-page.tsx'))
const StatementsPage = askingPage('StatementsPage', () => import('../pages/lab/statements-page.tsx'))
const FiguresPage = askingPage('StatisticsPage', () => import('../pages/lab/statistics-page.tsx'))
const SystemsPage = askingPage('SystemsPage', () => import('../pages/lab/systems-page.tsx'))
const HandoversPage = askingPage('HandoversPage', () => import('../pages/lab/handovers-page.tsx'))
const UnplacedPage = askingPage('UnplacedPage', () => import('../pages/lab/unplaced-page.tsx'))
const UnplacedReportPage = askingPage(
  'UnplacedReportPage',
  () => import('../pages/lab/unplaced-report-page.tsx'),
)
const LabResultsPage = askingPage('LabResultsPage', () => import('../pages/lab/results-page.tsx'))

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
