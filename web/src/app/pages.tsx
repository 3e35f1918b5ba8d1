import { longPage, memoizeImport, page, queryPage } from './page-kinds.tsx'

/** Loads the files of the screens that users open by their address. */
export const fetchScreen = {
  explore: memoizeImport(() => import('../pages/patient/explore-page.tsx')),
  lab: memoizeImport(() => import('../pages/patient/lab-page.tsx')),
  cart: memoizeImport(() => import('../pages/patient/cart-page.tsx')),
  pay: memoizeImport(() => import('../pages/patient/pay-page.tsx')),
}

/** The addresses of `other-pages.tsx`, and the not-found page. */
export const OtherPages = page('OtherPages', () => import('./other-pages.tsx'))
export const StaffPages = page('StaffPages', () => import('./staff-pages.tsx'))
const CentersPage = queryPage('CentersPage', () => import('../pages/patient/centers-page.tsx'))

export const publicPages = {
  '/': longPage('LandingPage', () => import('../pages/public/landing-page.tsx')),
  '/visitor': longPage('VisitorPage', () => import('../pages/public/visitor-page.tsx')),
  '/doctor': longPage('DoctorPage', () => import('../pages/public/doctor-page.tsx')),
  '/lab': longPage('LaboratoryPage', () => import('../pages/public/laboratory-page.tsx')),
  '/download': page('DownloadPage', () => import('../pages/public/download-page.tsx')),
  '/track': page('TrackPage', () => import('../pages/patient/track-page.tsx')),
  '/verify/:code?': queryPage('VerifyPage', () => import('../pages/public/verify-page.tsx')),
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
  '/explore/labs': queryPage('ExplorePage', fetchScreen.explore),
  '/explore/tests': queryPage('TestsPage', () => import('../pages/patient/tests-page.tsx')),
  '/explore/tests/:code': queryPage('TestPage', () => import('../pages/patient/test-page.tsx')),
  '/featured': queryPage('FeaturedPage', () => import('../pages/patient/featured-page.tsx')),
  '/centers': CentersPage,
  '/center/list': CentersPage,
  '/single/test': queryPage('SingleTestPage', () => import('../pages/patient/single-test-page.tsx')),
  '/package/test': queryPage('PackageTestPage', () => import('../pages/patient/package-test-page.tsx')),
  '/labs/:slug': queryPage('LabPage', fetchScreen.lab),
  '/cart': queryPage('CartPage', fetchScreen.cart),
  '/orders': queryPage('OrdersPage', () => import('../pages/patient/orders-page.tsx')),
  '/orders/:reference': queryPage('OrderPage', () => import('../pages/patient/order-page.tsx')),
  '/orders/:reference/results': OtherPages,
  '/results': OtherPages,
  '/people': OtherPages,
  '/wallet': OtherPages,
  '/settings/*': OtherPages,
  '/portal/doctor/*': OtherPages,
}

/** Pages that are opened by a link. */
export const linkedPages = {
  '/pay/:token': queryPage('PayLinkPage', fetchScreen.pay),
  '/shared/:token': queryPage('SharedPage', () => import('../pages/patient/shared-page.tsx')),
  '/payment/return': queryPage('PaymentReturnPage', () => import('../pages/patient/return-page.tsx')),
}

export const AuthLayout = page('AuthLayout', () => import('../pages/public/auth/auth-layout.tsx'))

export const authPages = {
  '/auth': page('ChooserPage', () => import('../pages/public/auth/register-page.tsx')),
  '/auth/login': page('LoginPage', () => import('../pages/public/auth/login-page.tsx')),
  '/auth/invitation': page('InvitationPage', () => import('../pages/public/auth/invitation-page.tsx')),
  '/auth/:name/:type': page('RegisterPage', () => import('../pages/public/auth/register-page.tsx')),
}
