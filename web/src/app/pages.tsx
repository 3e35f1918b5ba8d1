import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { whileLoading } from './page-progress.tsx'

type Page = ComponentType
type Loaded<Name extends string> = Promise<Record<Name, Page>>

function page<Name extends string>(name: Name, load: () => Loaded<Name>): LazyExoticComponent<Page> {
  return lazy(async () => ({ default: (await whileLoading(load()))[name] }))
}

/** Files that are here already are given at once, and not a few tasks later as `import` gives them. */
function kept<Files>(load: () => Promise<Files>): () => Promise<Files> {
  let files: Promise<Files> | undefined
  return () => {
    if (!files) {
      files = load()
      files.catch(() => {
        files = undefined
      })
    }
    return files
  }
}

export const fetchAnswerCache = kept(() => import('./providers.tsx'))

/** A page that asks the server: the cache of answers arrives together with it, not before it. */
function askingPage<Name extends string>(name: Name, load: () => Loaded<Name>): LazyExoticComponent<Page> {
  return lazy(async () => {
    const [loaded, { AnswerCache }] = await whileLoading(Promise.all([load(), fetchAnswerCache()]))
    const Inner: Page = loaded[name]
    return {
      default: () => (
        <AnswerCache>
          <Inner />
        </AnswerCache>
      ),
    }
  })
}

type Part = { fetchUnlessWritten: () => Promise<void> }
type LoadedInParts<Name extends string> = Promise<Record<Name, Page> & { parts: readonly Part[] }>

/**
 * A page whose lower parts come later where they can be read already. Where they cannot, they come with it: so the
 * page has its full height at once, for an address with a `#` and for the way back.
 */
function longPage<Name extends string>(
  name: Name,
  load: () => LoadedInParts<Name>,
): LazyExoticComponent<Page> {
  async function whole() {
    const loaded = await load()
    await Promise.all(loaded.parts.map((part) => part.fetchUnlessWritten()))
    return loaded
  }
  return lazy(async () => ({ default: (await whileLoading(whole()))[name] }))
}

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
export const DeleteAccountPage = page('DeleteAccountPage', () => import('../site/delete-account-page.tsx'))
export const DesignPage = page('DesignPage', () => import('../site/dev/design-page.tsx'))

export const PrivacyPage = page('PrivacyPage', () => import('../site/legal/privacy-page.tsx'))
export const TermsPage = page('TermsPage', () => import('../site/legal/terms-page.tsx'))
export const NotFoundPage = page('NotFoundPage', () => import('../site/not-found-page.tsx'))
export const UnderConstructionPage = page(
  'UnderConstructionPage',
  () => import('../site/under-construction-page.tsx'),
)

/** The files of the screens that people open by their address. */
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
export const WalletPage = askingPage('WalletPage', () => import('../portal/doctor/wallet-page.tsx'))
export const CasesPage = askingPage('CasesPage', () => import('../portal/operator/cases-page.tsx'))
export const StaffPage = askingPage('StaffPage', () => import('../portal/operator/staff-page.tsx'))
export const PayLinkPage = askingPage('PayLinkPage', fetchScreen.pay)
export const PaymentReturnPage = askingPage(
  'PaymentReturnPage',
  () => import('../portal/patient/return-page.tsx'),
)
