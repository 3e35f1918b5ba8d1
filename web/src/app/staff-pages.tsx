import type { StaffType } from '@labalaba/contract'
import { Outlet, Route, Routes, useLocation } from 'react-router'
import { useProfile } from '../lib/hooks.ts'
import { NotFoundPage } from '../pages/public/not-found-page.tsx'
import { page, queryPage, routesOf } from './page-kinds.tsx'
import { Protected } from './session-watch.tsx'
import { StaffFrame } from './staff-frame.tsx'

const RoundPage = page('RoundPage', () => import('../pages/phlebotomist/round-page.tsx'))

const operatorPages = {
  cases: queryPage('CasesPage', () => import('../pages/operator/cases-page.tsx')),
  licences: queryPage('LicencesPage', () => import('../pages/operator/licences-page.tsx')),
  staff: queryPage('StaffPage', () => import('../pages/operator/staff-page.tsx')),
  visits: queryPage('VisitsPage', () => import('../pages/operator/visits-page.tsx')),
}

const labPages = {
  '': queryPage('WorklistPage', () => import('../pages/lab/worklist-page.tsx')),
  'orders/:reference': queryPage('LabOrderPage', () => import('../pages/lab/lab-order-page.tsx')),
  'orders/:reference/results': queryPage('LabResultsPage', () => import('../pages/lab/results-page.tsx')),
  receive: queryPage('ReceivePage', () => import('../pages/lab/receive-page.tsx')),
  hours: queryPage('HoursPage', () => import('../pages/lab/hours-page.tsx')),
  visits: queryPage('PlacesPage', () => import('../pages/lab/places-page.tsx')),
  pause: queryPage('PausePage', () => import('../pages/lab/pause-page.tsx')),
  intervals: queryPage('IntervalsPage', () => import('../pages/lab/intervals-page.tsx')),
  prices: queryPage('PricesPage', () => import('../pages/lab/prices-page.tsx')),
  systems: queryPage('SystemsPage', () => import('../pages/lab/systems-page.tsx')),
  handovers: queryPage('HandoversPage', () => import('../pages/lab/handovers-page.tsx')),
  unplaced: queryPage('UnplacedPage', () => import('../pages/lab/unplaced-page.tsx')),
  'unplaced/:id': queryPage('UnplacedReportPage', () => import('../pages/lab/unplaced-report-page.tsx')),
  'prices/changes/:id': queryPage('PriceChangePage', () => import('../pages/lab/price-change-page.tsx')),
  statements: queryPage('StatementsPage', () => import('../pages/lab/statements-page.tsx')),
  figures: queryPage('StatisticsPage', () => import('../pages/lab/statistics-page.tsx')),
  '*': NotFoundPage,
}

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
        <Route element={<Protected />}>
          {isOperators ? (
            <Route element={<ForStaff type="operator" />}>{routesOf(operatorPages)}</Route>
          ) : (
            <Route path="lab" element={<ForStaff type="lab" />}>
              {routesOf(labPages)}
            </Route>
          )}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Shows the pages below it only to staff of this type; other accounts get the not-found page. */
function ForStaff({ type }: { type: StaffType }) {
  return useProfile()?.type === type ? <Outlet /> : <NotFoundPage />
}
