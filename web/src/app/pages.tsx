import { askingPage, kept, longPage, page } from './page-kinds.tsx'

export const AuthLayout = page('AuthLayout', () => import('../site/auth/auth-layout.tsx'))
export const ChooserPage = page('ChooserPage', () => import('../site/auth/chooser-page.tsx'))
export const LoginPage = page('LoginPage', () => import('../site/auth/login-page.tsx'))
export const InvitationPage = page('InvitationPage', () => import('../site/auth/invitation-page.tsx'))
export const RegisterPage = page('RegisterPage', () => import('../site/auth/register-page.tsx'))

export const LandingPage = longPage('LandingPage', () => import('../site/landing-page.tsx'))
export const DoctorPage = longPage('DoctorPage', () => import('../site/doctor-page.tsx'))
export const LaboratoryPage = longPage('LaboratoryPage', () => import('../site/laboratory-page.tsx'))
export const VisitorPage = longPage('VisitorPage', () => import('../site/visitor-page.tsx'))
export const DownloadPage = page('DownloadPage', () => import('../site/download-page.tsx'))
export const DesignPage = page('DesignPage', () => import('../site/dev/design-page.tsx'))

export const PrivacyPage = page('PrivacyPage', () => import('../site/legal/privacy-page.tsx'))
export const TermsPage = page('TermsPage', () => import('../site/legal/terms-page.tsx'))
export const OtherPages = page('OtherPages', () => import('./other-pages.tsx'))
export const UnderConstructionPage = page(
  'UnderConstructionPage',
  () => import('../site/under-construction-page.tsx'),
)

/** Loads the files of the screens that users open by their address. */
export const fetchScreen = {
  explore: kept(() => import('../portal/patient/explore-page.tsx')),
  lab: kept(() => import('../portal/patient/lab-page.tsx')),
  cart: kept(() => import('../portal/patient/cart-page.tsx')),
  pay: kept(() => import('../portal/patient/pay-page.tsx')),
}

export const ExplorePage = askingPage('ExplorePage', fetchScreen.explore)
export const LabPage = askingPage('LabPage', fetchScreen.lab)
export const TestsPage = askingPage('TestsPage', () => import('../portal/patient/tests-page.tsx'))
export const TestPage = askingPage('TestPage', () => import('../portal/patient/test-page.tsx'))
export const FeaturedPage = askingPage('FeaturedPage', () => import('../portal/patient/featured-page.tsx'))
export const CentersPage = askingPage('CentersPage', () => import('../portal/patient/centers-page.tsx'))
export const SingleTestPage = askingPage(
  'SingleTestPage',
  () => import('../portal/patient/single-test-page.tsx'),
)
export const PackageTestPage = askingPage(
  'PackageTestPage',
  () => import('../portal/patient/package-test-page.tsx'),
)
export const TrackPage = page('TrackPage', () => import('../portal/patient/track-page.tsx'))
export const CartPage = askingPage('CartPage', fetchScreen.cart)
export const OrdersPage = askingPage('OrdersPage', () => import('../portal/patient/orders-page.tsx'))
export const OrderPage = askingPage('OrderPage', () => import('../portal/patient/order-page.tsx'))
export const ResultPages = page('ResultPages', () => import('./result-pages.tsx'))
export const VerifyPage = askingPage('VerifyPage', () => import('../site/verify-page.tsx'))
export const SharedPage = askingPage('SharedPage', () => import('../portal/patient/shared-page.tsx'))
export const PayLinkPage = askingPage('PayLinkPage', fetchScreen.pay)
export const PaymentReturnPage = askingPage(
  'PaymentReturnPage',
  () => import('../portal/patient/return-page.tsx'),
)

export const StaffPages = page('StaffPages', () => import('./staff-pages.tsx'))
