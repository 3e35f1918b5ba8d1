import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageProgress } from './page-progress.tsx'
import * as pages from './pages.tsx'
import { Protected } from './protected.tsx'
import { RouteFocus } from './route-focus.tsx'
import { SessionWatch } from './session-watch.tsx'
import { PlainShell, Shell } from './shell.tsx'

/** Every screen and its address. */
export function App() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary at={pathname}>
      <SessionWatch />
      <PageProgress />
      <Suspense fallback={<div className="min-h-screen" />}>
        <Routes>
          <Route element={<Shell />}>
            <Route index element={<pages.LandingPage />} />
            <Route path="visitor" element={<pages.VisitorPage />} />
            <Route path="doctor" element={<pages.DoctorPage />} />
            <Route path="lab" element={<pages.LaboratoryPage />} />
            <Route path="download" element={<pages.DownloadPage />} />
            <Route path="track" element={<pages.TrackPage />} />
            <Route path="verify/:code?" element={<pages.VerifyPage />} />
            <Route path="dev/design" element={<pages.DesignPage />} />
            <Route path="under-construction" element={<pages.UnderConstructionPage />} />
            <Route path="privacy-policy" element={<pages.PrivacyPage />} />
            <Route path="terms-of-use" element={<pages.TermsPage />} />
            <Route element={<Protected />}>
              <Route path="explore/labs" element={<pages.ExplorePage />} />
              <Route path="explore/tests" element={<pages.TestsPage />} />
              <Route path="explore/tests/:code" element={<pages.TestPage />} />
              <Route path="featured" element={<pages.FeaturedPage />} />
              <Route path="centers" element={<pages.CentersPage />} />
              <Route path="center/list" element={<pages.CentersPage />} />
              <Route path="single/test" element={<pages.SingleTestPage />} />
              <Route path="package/test" element={<pages.PackageTestPage />} />
              <Route path="labs/:slug" element={<pages.LabPage />} />
              <Route path="cart" element={<pages.CartPage />} />
              <Route path="orders" element={<pages.OrdersPage />} />
              <Route path="people" element={<pages.OtherPages />} />
              <Route path="wallet" element={<pages.OtherPages />} />
              <Route path="settings/*" element={<pages.OtherPages />} />
              <Route path="portal/doctor/*" element={<pages.OtherPages />} />
              <Route path="orders/:reference" element={<pages.OrderPage />} />
              <Route path="orders/:reference/results" element={<pages.ResultPages />} />
              <Route path="results" element={<pages.ResultPages />} />
            </Route>
            <Route path="*" element={<pages.OtherPages />} />
          </Route>
          <Route path="operator/*" element={<pages.StaffPages />} />
          <Route path="portal/*" element={<pages.StaffPages />} />
          <Route element={<PlainShell />}>
            <Route path="pay/:token" element={<pages.PayLinkPage />} />
            <Route path="shared/:token" element={<pages.SharedPage />} />
            <Route path="payment/return" element={<pages.PaymentReturnPage />} />
          </Route>
          <Route
            path="auth"
            element={
              <>
                <pages.AuthLayout />
                <RouteFocus />
              </>
            }
          >
            <Route index element={<pages.ChooserPage />} />
            <Route path="login" element={<pages.LoginPage />} />
            <Route path="invitation" element={<pages.InvitationPage />} />
            <Route path=":name/:type" element={<pages.RegisterPage />} />
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}
