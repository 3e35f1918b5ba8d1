import { askingPage, kept, longPage, page } from './page-kinds.tsx'

export const AuthLayout = page('AuthLayout', () => import('../pages/public/auth/auth-layout.tsx'))
export const ChooserPage = page('ChooserPage', () => import('../pages/public/auth/chooser-page.tsx'))
export const LoginPage = page('LoginPage', () => import('../pages/public/auth/login-page.tsx'))
export const InvitationPage = page('InvitationPage', () => import('../pages/public/auth/invitation-page.tsx'))
export const RegisterPage = page('RegisterPage', () => import('../pages/public/auth/register-page.tsx'))

export const LandingPage = longPage('LandingPage', () => import('../pages/public/landing-page.tsx'))
export const DoctorPage = longPage('DoctorPage', () => import('../pages/public/doctor-page.tsx'))
export const LaboratoryPage = longPage('LaboratoryPage', () => import('../pages/public/laboratory-page.tsx'))
export const VisitorPage = longPage('VisitorPage', () => import('../pages/public/visitor-page.tsx'))
export const DownloadPage = page('DownloadPage', () => import('../pages/public/download-page.tsx'))
export const DesignPage = page('DesignPage', () => import('../pages/public/dev/design-page.tsx'))

export const PrivacyPage = page('PrivacyPage', () => import('../pages/public/legal/privacy-page.tsx'))
export const TermsPage = page('TermsPage', () => import('../pages/public/legal/terms-page.tsx'))
export const OtherPages = page('OtherPages', () => import('./other-pages.tsx'))
export const UnderConstructionPage = page(
  'UnderConstructionPage',
  () => import('../pages/public/under-construction-page.tsx'),
)

/** Loads the files of the screens that users open by their address. */
export const fetchScreen = {
  explore: kept(() => import('../pages/patient/explore-page.tsx')),
  lab: kept(() => import('../pages/patient/lab-page.tsx')),
  cart: kept(() => import('../pages/patient/cart-page.tsx')),
  pay: kept(() => import('../pages/patient/pay-page.tsx')),
}

export const ExplorePage = askingPage('ExplorePage', fetchScreen.explore)
export const LabPage = askingPage('LabPage', fetchScreen.lab)
export const TestsPage = askingPage('TestsPage', () => import('../pages/patient/tests-page.tsx'))
export const TestPage = askingPage('TestPage', () => import('../pages/patient/test-page.tsx'))
export const FeaturedPage = askingPage('FeaturedPage', () => import('../pages/patient/featured-page.tsx'))
export const CentersPage = askingPage('CentersPage', () => import('../pages/patient/centers-page.tsx'))
export const SingleTestPage = askingPage(
  'SingleTestPage',
  () => import('../pages/patient/single-test-page.tsx'),
)
export const PackageTestPage = askingPage(
  'PackageTestPage',
  () => import('../pages/patient/package-test-page.tsx'),
)
export const TrackPage = page('TrackPage', () => import('../pages/patient/track-page.tsx'))
export const CartPage = askingPage('CartPage', fetchScreen.cart)
export const OrdersPage = askingPage('OrdersPage', () => import('../pages/patient/orders-page.tsx'))
export const OrderPage = askingPage('OrderPage', () => import('../pages/patient/order-page.tsx'))
export const ResultPages = page('ResultPages', () => import('./result-pages.tsx'))
export const VerifyPage = askingPage('VerifyPage', () => import('../pages/public/verify-page.tsx'))
export const SharedPage = askingPage('SharedPage', () => import('../pages/patient/shared-page.tsx'))
export const PayLinkPage = askingPage('PayLinkPage', fetchScreen.pay)
export const PaymentReturnPage = askingPage(
  'PaymentReturnPage',
  () => import('../pages/patient/return-page.tsx'),
)

export const StaffPages = page('StaffPages', () => import('./staff-pages.tsx'))
