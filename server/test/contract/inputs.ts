import { fbc, yaba } from '../cast.ts'
import { bookingForm, homeVisit } from '../world.ts'

/** A record of Ada's that the calls are about. */
export type Own = { order: string; payment: string; token: string; url: string }
export type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

const none = () => ({})
const email = 'somebody@matrix.example'
const code = '00000'
const password = 'Okro soup at nine 47'

/** What each call of the contract may be sent. */
export const inputs: Readonly<Record<string, (own: Own) => Input>> = {
  createAccount: () => ({
    body: {
      ...{ email, password, phone: '2348031234567', username: 'ngozi', location: 'Yaba', source: 'web' },
      ...{ type: 'user', name: 'Ngozi Ade', branch: 'at_home_service' },
    },
  }),
  resendCode: () => ({ body: { email } }),
  verifyAccount: () => ({ body: { email, code } }),
  forgotPassword: () => ({ body: { email } }),
  verifyCode: () => ({ body: { email, code } }),
  updatePassword: () => ({ body: { email, code, password } }),
  signIn: none,
  signOut: none,
  myProfile: none,
  deleteAccount: () => ({ body: { password } }),
  readSite: none,
  listLabs: () => ({ query: { page: '1', limit: '15', q: 'yaba' } }),
  readLab: () => ({ params: { lab: yaba.slug } }),
  listLabLocations: () => ({ query: { id: yaba.slug } }),
  listLabTests: () => ({ query: { lab: yaba.slug } }),
  searchTests: () => ({ query: { page: '1', limit: '15', q: 'ful blod count', kind: 'test' } }),
  listPurposes: none,
  readTest: () => ({ params: { test: 'fbc' } }),
  listTestOffers: () => ({ params: { test: 'fbc' }, query: { state: 'Lagos', sort: 'price', within: '72' } }),
  listAreas: () => ({ params: { test: 'fbc' }, query: { state: 'Lagos' } }),
  addFavourite: () => ({ body: { labSlug: yaba.slug } }),
  removeFavourite: () => ({ body: { labSlug: yaba.slug } }),
  addBooking: () => ({ body: bookingForm({ payment: 'link', type: homeVisit(new Date()) }) }),
  readBookingDraft: none,
  saveBookingDraft: () => ({
    body: {
      answers: { name: 'Mama O', gender: '', birth: { day: '12' } },
      lab: { name: yaba.name, reference: yaba.slug, address: yaba.main },
      tests: [{ ...fbc }],
      basedOn: null,
    },
  }),
  forgetBookingDraft: none,
  listOrders: () => ({ query: { page: '1', limit: '15' } }),
  readOrder: ({ order }) => ({ params: { reference: order } }),
  payOrder: ({ order }) => ({ params: { reference: order }, body: {} }),
  linkOrder: ({ order }) => ({ params: { reference: order }, body: { showTests: true } }),
  sharePaymentUrl: ({ order, url }) => ({
    body: {
      ...{ url, email, patient_name: 'Mama Obi', phone: '' },
      orderSummary: {
        ...{ orderId: order, tests: [fbc.name], lab: yaba.name, location: yaba.main, total_amount: '10000' },
      },
    },
  }),
  readPaymentLink: ({ token }) => ({ params: { token } }),
  payByLink: ({ token }) => ({ params: { token }, body: {} }),
  checkPayment: ({ payment }) => ({ params: { reference: payment }, body: {} }),
  trackOrder: ({ order }) => ({ body: { reference: order, contact: '0803 000 0009' } }),
  applyAsPartner: () => ({
    body: {
      ...{ kind: 'lab', name: 'Ngozi Ade', organisation: 'Ade Diagnostics', email, phone: '0803 123 4567' },
      ...{ state: 'Oyo', area: 'Bodija', message: 'We have two branches.', registrationNumber: 'MLS-1' },
      ...{ consent: true, reference: 'matrix-application', website: '' },
    },
  }),
}
