import { lab } from './booking.ts'

/** A page that every user must be able to use. A new page is one line. */
export type Listed = {
  readonly name: string
  readonly path: string
  /** A refusal that belongs to the page, such as the 404 of an unknown address. */
  readonly answers?: { readonly status: number; readonly path: string }
  /** Shows loading and waiting states, so that it never comes to rest. */
  readonly busy?: true
  /** Empty for this visitor, with or without a network. */
  readonly isForOthers?: true
}

export const publicPages: readonly Listed[] = [
  { name: 'landing page', path: '/' },
  { name: 'landing page for doctors', path: '/doctor' },
  { name: 'landing page for labs', path: '/lab' },
  { name: 'landing page for individuals', path: '/visitor' },
  { name: 'download page', path: '/download' },
  { name: 'tracking page', path: '/track' },
  { name: 'privacy policy', path: '/privacy-policy' },
  { name: 'terms of use', path: '/terms-of-use' },
  { name: 'account type chooser', path: '/auth' },
  { name: 'sign-in page', path: '/auth/login' },
  { name: 'invitation', path: '/auth/invitation' },
  { name: 'registration of a patient', path: '/auth/signup/user' },
  { name: 'registration of a doctor', path: '/auth/signup/doctor' },
  { name: 'code dialog', path: '/auth/otp/user' },
  { name: 'forgotten password dialog', path: '/auth/forgot-password/user' },
  { name: 'login link dialog', path: '/auth/login-link/user' },
  { name: 'new password dialog', path: '/auth/reset-password/user' },
  { name: 'page that is being built', path: '/under-construction' },
  { name: 'page that there is not', path: '/nowhere', answers: { status: 404, path: '/nowhere' } },
  {
    name: 'pay page of an unknown link',
    path: '/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    answers: { status: 404, path: '/v0/' },
  },
  {
    name: 'shared results of an unknown link',
    path: '/shared/AAAAAAAAAAAAAAAAAAAAAA',
    answers: { status: 404, path: '/v0/' },
  },
  { name: 'check of a report', path: '/verify' },
  { name: 'question of a mail that lost its end', path: '/consent' },
  { name: 'undoing by a mail that lost its end', path: '/undo-change' },
  { name: 'page of the components', path: '/dev/design', busy: true },
]

export const signedInPages: readonly Listed[] = [
  { name: 'list of labs', path: '/explore/labs' },
  { name: 'search for tests', path: '/explore/tests' },
  { name: 'featured labs', path: '/featured' },
  { name: 'centres', path: '/centers' },
  { name: 'list of centres', path: '/center/list' },
  { name: 'single test', path: '/single/test' },
  { name: 'test package', path: '/package/test' },
  { name: 'lab', path: `/labs/${lab.slug}` },
  { name: 'cart', path: '/cart' },
  { name: 'orders', path: '/orders' },
  { name: 'own results', path: '/results' },
  { name: 'wallet', path: '/wallet' },
  { name: 'people', path: '/people' },
  { name: 'notices', path: '/settings/notices' },
  { name: 'doctors of a patient', path: '/settings/doctors' },
  { name: 'own logins', path: '/settings/logins' },
  { name: 'inbox that is for doctors', path: '/portal/doctor', isForOthers: true },
]

/** The pages of a lab manager. */
export const managerPages: readonly Listed[] = [
  { name: 'worklist', path: '/portal/lab' },
  { name: 'worklist of what is done', path: '/portal/lab?stage=done' },
  { name: 'receiving of samples', path: '/portal/lab/receive' },
  { name: 'opening hours', path: '/portal/lab/hours' },
  { name: 'numbers of home visits', path: '/portal/lab/visits' },
  { name: 'pause of bookings', path: '/portal/lab/pause' },
  { name: 'price list', path: '/portal/lab/prices' },
  { name: 'statements of the lab', path: '/portal/lab/statements' },
  { name: 'figures of the lab', path: '/portal/lab/figures' },
  { name: 'systems of the lab', path: '/portal/lab/systems' },
  { name: 'handovers', path: '/portal/lab/handovers' },
  { name: 'results that are not placed', path: '/portal/lab/unplaced' },
]
