import { askingPage, kept, longPage, page } from './page-kinds.tsx'

/** Loads the files of the screens that users open by their address. */
export const fetchScreen = {
  explore: kept(() => import('../pages/patient/explore-page.tsx')),
  lab: kept(() => import('../pages/patient/lab-page.tsx')),
  cart: kept(() => import('../pages/patient/cart-page.tsx')),
  pay: kept(() => import('../pages/patient/pay-page.tsx')),
}

/** The addresses of `other-pages.tsx`, and the not-found page. */
export const OtherPages = page('OtherPages', () => import('./other-pages.tsx'))
export const StaffPages = page('StaffPages', () => import('./staff-pages.tsx'))
const CentersPage = askingPage('CentersPage', () => import('../pages/patient/centers-page.tsx'))

export const publicPages = {
  '/': longPage('LandingPage', () => import('../pages/public/landing-page.tsx')),
  '/visitor': longPage('VisitorPage', () => import('../pages/public/visitor-page.tsx')),
  '/doctor': longPage('DoctorPage', () => import('../pages/public/doctor-page.tsx')),
  '/lab': longPage('LaboratoryPage', () => import('../pages/public/laboratory-page.tsx')),
  '/download': page('DownloadPage', () => import('../pages/public/download-page.tsx')),
  '/track': page('TrackPage', () => import('../pages/patient/track-page.tsx')),
  '/verify/:code?': askingPage('VerifyPage', () => import('../pages/public/verify-page.tsx')),
  '/dev/design': page('DesignPage', () => import('../pages/public/dev/design-page.tsx')),
  '/under-construction': page(
    'UnderConstructionPage',
    () => import('../pages/public/under-construction-page.tsx'),
  ),
  '/privacy-policy': page('PrivacyPage', () => import('../pages/public/legal/privacy-page.tsx')),
  '/terms-of-use': page('TermsPage', () => import('../pages/public/legal/terms-page.tsx')),
}

/** Pages that need a session. */
export const accountPages = {
  '/explore/labs': askingPage('ExplorePage', fetchScreen.explore),
  '/explore/tests': askingPage('TestsPage', () => import('../pages/patient/tests-page.tsx')),
  '/explore/tests/:code': askingPage('TestPage', () => import('../pages/patient/test-page.tsx')),
  '/featured': askingPage('FeaturedPage', () => import('../pages/patient/featured-page.tsx')),
  '/centers': CentersPage,
  '/center/list': CentersPage,
  '/single/test': askingPage('SingleTestPage', () => import('../pages/patient/single-test-page.tsx')),
  '/package/test': askingPage('PackageTestPage', () => import('../pages/patient/package-test-page.tsx')),
  '/labs/:slug': askingPage('LabPage', fetchScreen.lab),
  '/cart': askingPage('CartPage', fetchScreen.cart),
  '/orders': askingPage('OrdersPage', () => import('../pages/patient/orders-page.tsx')),
  '/orders/:reference': askingPage('OrderPage', () => import('../pages/patient/order-page.tsx')),
  '/orders/:reference/results': OtherPages,
  '/results': OtherPages,
  '/people': OtherPages,
  '/wallet': OtherPages,
  '/settings/*': OtherPages,
  '/portal/doctor/*': OtherPages,
}

/** Pages that are opened by a link. */
export const linkedPages = {
  '/pay/:token': askingPage('PayLinkPage', fetchScreen.pay),
  '/shared/:token': askingPage('SharedPage', () => import('../pages/patient/shared-page.tsx')),
  '/payment/return': askingPage('PaymentReturnPage', () => import('../pages/patient/return-page.tsx')),
}

export const AuthLayout = page('AuthLayout', () => import('../pages/public/auth/auth-layout.tsx'))

export const authPages = {
  '/auth': page('ChooserPage', () => import('../pages/public/auth/register-page.tsx')),
  '/auth/login': page('LoginPage', () => import('../pages/public/auth/login-page.tsx')),
  '/auth/invitation': page('InvitationPage', () => import('../pages/public/auth/invitation-page.tsx')),
  '/auth/:name/:type': page('RegisterPage', () => import('../pages/public/auth/register-page.tsx')),
}
