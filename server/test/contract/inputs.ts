import { fbc, yaba } from '../cast.ts'
import { bookingForm, homeVisit } from '../world.ts'
import { accountInputs } from './account-inputs.ts'
import { doctorInputs } from './doctor-inputs.ts'
import { photoInputs } from './photo-inputs.ts'
import { priceInputs } from './price-inputs.ts'

/**
 * Records of Ada’s that the calls are about. `spare` is an order that a call may end, or whose link it may
 * stop.
 */
export type Own = {
  order: string
  payment: string
  token: string
  url: string
  spare: string
  /** The order of `payment`, which no other call needs afterwards. */
  toCancel: string
}
export type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

const none = () => ({})
const email = 'somebody@matrix.example'
const code = '00000'
const password = 'Okro soup at nine 47'
const nobody = { id: '00000000-0000-4000-8000-000000000000' }
/** A label that no sample has. */
const accession = '26ZZ-00001'
const noToken = 'x'.repeat(43)
const noShare = 'x'.repeat(22)
const openAllWeek = {
  ...{ week: Array.from({ length: 7 }, () => [{ from: '07:00', to: '19:00' }]), planned: null, days: [] },
}
const manyPlaces = { week: Array.from({ length: 7 }, () => Array(6).fill(200)), days: [] }
const aMonth = { from: '2026-11-01', to: '2026-11-30' } as const

/** Valid inputs of each call of the contract. */
export const inputs: Readonly<Record<string, (own: Own) => Input>> = {
  ...accountInputs,
  readSite: none,
  listKnownAreas: none,
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
  listPeople: none,
  addPerson: () => ({
    body: {
      ...{ name: 'Zara Obi', gender: 'Female', dob: '1990-05-06', relationship: 'sibling' },
      consent: { as: 'permission', version: '2026-11-22' },
    },
  }),
  // There is no such person.
  changePerson: () => ({
    params: nobody,
    body: {
      ...{ name: 'Zara Obi', gender: 'Female', dob: '1990-05-06', relationship: 'sibling' },
      basedOn: nobody.id,
    },
  }),
  removePerson: () => ({ params: nobody }),
  provePatient: ({ order }) => ({ params: { reference: order }, body: { answer: '1961-04-12' } }),
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
  cancelOrder: ({ toCancel }) => ({
    params: { reference: toCancel },
    body: { refundTo: 'source', reason: 'matrix' },
  }),
  refundPayment: ({ payment }) => ({
    params: { reference: payment },
    body: { amount: 100, reason: 'matrix', key: 'matrix' },
  }),
  retryRefund: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' }, body: {} }),
  cancelOrderFor: ({ toCancel }) => ({
    params: { reference: toCancel },
    body: { onBehalfOf: 'lab', reason: 'matrix' },
  }),
  recordReturn: ({ payment }) => ({
    params: { reference: payment },
    body: { through: 'bank', reference: 'matrix-1', note: 'matrix' },
  }),
  returnKeptFee: ({ payment }) => ({ params: { reference: payment }, body: { reason: 'matrix' } }),
  recordRefundReturn: () => ({
    params: { id: '00000000-0000-4000-8000-000000000000' },
    body: { through: 'dashboard', reference: '4310000009', note: 'matrix' },
  }),
  creditRefund: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' }, body: {} }),
  giveBankDetails: () => ({
    params: { id: '00000000-0000-4000-8000-000000000000' },
    body: { bankId: '21', accountNumber: '0123456789' },
  }),
  listBanks: none,
  releasePayment: ({ payment }) => ({ params: { reference: payment }, body: {} }),
  listCases: () => ({ query: { state: 'open', page: '1', limit: '15' } }),
  closeCase: () => ({ params: { id: '999999' }, body: { note: 'matrix' } }),
  listReconciliations: () => ({ query: { page: '1', limit: '15' } }),
  answerDispute: () => ({ params: { id: '999999' }, body: { resolution: 'declined', message: 'matrix' } }),
  readPaymentLink: ({ token }) => ({ params: { token } }),
  downloadReceipt: ({ order }) => ({ params: { reference: order } }),
  downloadLinkReceipt: ({ token }) => ({ params: { token } }),
  payByLink: ({ token }) => ({ params: { token }, body: {} }),
  checkPayment: ({ payment }) => ({ params: { reference: payment }, body: {} }),
  stopLink: ({ spare }) => ({ params: { reference: spare } }),
  renewLink: ({ spare }) => ({ params: { reference: spare }, body: { renew: true } }),
  readRound: none,
  syncVisits: () => ({
    body: {
      acts: [{ ...nobody, visit: nobody.id, round: 1, at: '2026-11-22T08:00:00Z', verb: 'set_off' }],
    },
  }),
  listVisits: () => ({ query: { day: '2031-05-06', page: '1', limit: '15' } }),
  listPhlebotomists: () => ({ query: { day: '2031-05-06' } }),
  readVisitCapacity: () => ({ query: { day: '2031-05-06' } }),
  assignVisit: () => ({ params: nobody, body: { phlebotomist: nobody.id, reason: 'matrix' } }),
  moveVisitByOperator: () => ({
    params: nobody,
    body: { date: '2031-05-06', time: '09:00', reason: 'matrix' },
  }),
  readServiceAreas: () => ({ params: nobody }),
  setServiceAreas: () => ({
    params: nobody,
    body: { areas: [{ state: 'Lagos', area: 'Yaba' }], dailyVisits: 8 },
  }),
  readVisit: ({ order }) => ({ params: { reference: order } }),
  rebookVisit: ({ spare }) => ({ params: { reference: spare }, body: { date: '2031-05-06', time: '09:00' } }),
  answerLateMoney: ({ spare }) => ({ params: { reference: spare }, body: { choice: 'keep' } }),
  moveVisit: ({ spare }) => ({ params: { reference: spare }, body: { date: '2031-05-06', time: '09:00' } }),
  listSlots: () => ({ query: { lab: yaba.slug, location: yaba.main, tests: fbc.name } }),
  quoteBooking: () => ({ body: { lab: yaba.slug, tests: [fbc.name] } }),
  readWallet: none,
  listWalletEntries: () => ({ query: { page: '1', limit: '15' } }),
  readWalletMonths: none,
  readWalletStatement: () => ({ query: { ...aMonth } }),
  downloadWalletStatement: () => ({ query: { ...aMonth } }),
  readStatement: () => ({ query: { account: `lab:${yaba.slug}`, ...aMonth } }),
  downloadStatement: () => ({ query: { account: 'platform', ...aMonth } }),
  trackOrder: ({ order }) => ({ body: { reference: order, contact: '0803 000 0009' } }),
  applyAsPartner: () => ({
    body: {
      ...{ kind: 'lab', name: 'Ngozi Ade', organisation: 'Ade Diagnostics', email, phone: '0803 123 4567' },
      ...{ state: 'Oyo', area: 'Bodija', message: 'We have two branches.', registrationNumber: 'MLS-1' },
      ...{ consent: true, reference: 'matrix-application', website: '' },
    },
  }),
  inviteStaff: () => ({ body: { type: 'phlebotomist', email: 'new@matrix.example', name: 'New Person' } }),
  listStaff: () => ({ query: { page: '1', limit: '15', q: 'ops' } }),
  renewInvitation: () => ({ params: nobody }),
  revokeInvitation: () => ({ params: nobody }),
  changeMembership: () => ({
    params: nobody,
    body: { lab: yaba.slug, duties: ['desk'], locations: [yaba.main] },
  }),
  suspendStaff: () => ({ params: nobody, body: { reason: 'left us' } }),
  restoreStaff: () => ({ params: nobody }),
  resetSecondFactor: () => ({ params: nobody }),
  confirmSession: () => ({ body: { password } }),
  readNoticeChoices: none,
  chooseNotices: () => ({ params: { topic: 'bookings', channel: 'email' }, body: { on: true } }),
  sendPhoneCode: () => ({ params: { channel: 'sms' }, body: { phone: '0803 000 0009' } }),
  provePhone: () => ({ params: { channel: 'sms' }, body: { code } }),
  removePhone: () => ({ params: { channel: 'sms' } }),
  readContactChange: () => ({ body: { token: noToken } }),
  undoContactChange: () => ({ body: { token: noToken } }),
  listLabSystems: none,
  makeLabSystem: () => ({ body: { name: 'Matrix LIS' } }),
  revokeLabSystem: () => ({ params: { id: '999999' } }),
  postResults: () => ({
    body: {
      ...{ resourceType: 'Bundle', type: 'collection', identifier: { value: 'matrix' } },
      entry: [
        {
          fullUrl: 'urn:r',
          resource: {
            ...{ resourceType: 'DiagnosticReport', status: 'final', code: { text: 'matrix' } },
            result: [{ reference: 'urn:o' }],
          },
        },
        {
          fullUrl: 'urn:o',
          resource: { resourceType: 'Observation', status: 'final', code: { text: 'matrix' } },
        },
      ],
    },
  }),
  listWaitingReports: none,
  countWaitingReports: none,
  openWaitingReport: () => ({ params: nobody }),
  previewPlacing: () => ({ params: nobody, body: { accession } }),
  placeReport: () => ({ params: nobody, body: { accession } }),
  setAsideReport: () => ({ params: nobody, body: { reason: 'matrix' } }),
  readLabResults: ({ order }) => ({ params: { reference: order } }),
  saveEntryDraft: () => ({ params: nobody, body: { typed: [], basedOn: null, upon: null } }),
  forgetEntryDraft: () => ({ params: nobody, body: { version: nobody.id } }),
  enterResults: () => ({ params: nobody, body: { values: [{ position: 1, value: '5' }], basedOn: null } }),
  verifyReport: () => ({ params: nobody, body: { seen: '2026-11-22T08:00:00.000Z' } }),
  sendBackReport: () => ({ params: nobody, body: { reason: 'matrix' } }),
  releaseReport: () => ({ params: nobody, body: { counselledBy: 'lab' } }),
  readIntervals: none,
  readClinicalLimits: none,
  countClinicalLimits: none,
  acceptClinicalLimits: () => ({ body: { edition: '0123456789abcdef' } }),
  setIntervals: () => ({ params: { analyte: '1' }, body: { own: [], seen: null, reportIn: '10*3/uL' } }),
  correctReport: () => ({ params: nobody, body: { reason: 'matrix' } }),
  withdrawReport: () => ({ params: nobody, body: { number: 1, because: 'other', note: 'matrix' } }),
  listOpenCalls: none,
  logCall: () => ({
    params: nobody,
    body: {
      ...{ number: 1, whom: 'patient', name: 'matrix', phone: '08030000009', reached: true, readBack: true },
      attempt: '5f0c7a3e-6a43-4c53-9a7f-1f2a3b4c5d6e',
    },
  }),
  sendAttachmentPiece: () => ({
    params: { ...nobody, hash: 'a'.repeat(64), piece: '0' },
    body: { bytes: 'AAAA' },
  }),
  attachPdf: () => ({ params: nobody, body: { hash: 'a'.repeat(64), basedOn: null } }),
  detachPdf: () => ({ params: nobody, body: { basedOn: null } }),
  downloadLabAttachment: () => ({ params: { ...nobody, number: '1' } }),
  readResults: ({ order }) => ({ params: { reference: order } }),
  exportOrder: ({ order }) => ({ params: { reference: order } }),
  downloadReport: ({ order }) => ({ params: { reference: order, report: nobody.id } }),
  downloadAttachment: ({ order }) => ({ params: { reference: order, report: nobody.id } }),
  checkReport: () => ({ params: { code: '0000-0000-0000-0000' } }),
  makeShare: ({ order }) => ({
    params: { reference: order },
    body: { reports: [nobody.id], lasts: 'week', forWhom: 'Dr Ade', sensitive: [] },
  }),
  listShares: ({ order }) => ({ params: { reference: order } }),
  revokeShare: ({ order }) => ({ params: { reference: order, share: nobody.id } }),
  readShare: () => ({ params: { token: noShare } }),
  openShare: () => ({ params: { token: noShare }, body: { passcode: '000000' } }),
  downloadShared: () => ({ params: { token: noShare, report: nobody.id }, body: { passcode: '000000' } }),
  downloadSharedAttachment: () => ({
    params: { token: noShare, report: nobody.id },
    body: { passcode: '000000' },
  }),
  listReaders: ({ order }) => ({ params: { reference: order } }),
  readTrends: ({ order }) => ({ params: { reference: order } }),
  readOwnPeople: none,
  ...doctorInputs,
  readInvitation: () => ({ body: { token: noToken } }),
  acceptInvitation: () => ({ body: { token: noToken, name: 'New Person', phone: '08031234567', password } }),
  readMembership: none,
  listWorklist: () => ({ body: { stage: 'to_come', on: '2026-11-22', q: 'mama' } }),
  readWorklistDesk: () => ({ query: { location: yaba.main } }),
  readPause: () => ({ query: { location: yaba.main } }),
  setPause: () => ({
    body: { location: yaba.main, reason: 'Repairs', words: 'repairs', againOn: null, seen: null },
  }),
  endPause: () => ({ body: { location: yaba.main, seen: 1 } }),
  readOpenHours: () => ({ query: { location: yaba.main } }),
  previewOpenHours: () => ({ body: { location: yaba.main, hours: openAllWeek } }),
  setOpenHours: () => ({
    body: { location: yaba.main, hours: openAllWeek, seen: 'Mon-Sun 07:00-19:00' },
  }),
  readVisitPlaces: () => ({ query: { location: yaba.main } }),
  previewVisitPlaces: () => ({ body: { location: yaba.main, plan: manyPlaces } }),
  setVisitPlaces: () => ({ body: { location: yaba.main, plan: manyPlaces, seen: manyPlaces } }),
  readLabStatement: () => ({ query: { month: '2026-11' } }),
  downloadLabStatement: () => ({ query: { month: '2026-11' } }),
  printLabStatement: () => ({ query: { month: '2026-11' } }),
  readLabFigures: () => ({ query: { period: 'ninety_days' } }),
  ...priceInputs,
  ...photoInputs,
  readLabOrder: ({ order }) => ({ params: { reference: order } }),
  changeClinicalRequest: ({ order }) => ({ params: { reference: order }, body: { basedOn: 0 } }),
  checkIn: ({ order }) => ({ params: { reference: order } }),
  collectSamples: ({ order }) => ({ params: { reference: order }, body: { accessions: [accession] } }),
  receiveSample: () => ({ params: { accession } }),
  rejectSample: () => ({ params: { accession }, body: { reason: 'other', note: 'matrix' } }),
  readLeftOut: ({ order }) => ({ params: { reference: order } }),
  readAwaited: ({ order }) => ({ params: { reference: order } }),
  giveUpSamples: ({ order }) => ({ params: { reference: order }, body: { accessions: [accession] } }),
  giveUpSamplesFor: ({ order }) => ({ params: { reference: order }, body: { reason: 'matrix' } }),
  listHandovers: none,
  confirmHandover: () => ({ params: { visit: nobody.id }, body: { found: [accession] } }),
  readNewSamples: ({ order }) => ({ params: { reference: order } }),
  downloadLabels: ({ order }) => ({ params: { reference: order }, query: { layout: 'sheet' } }),
}
