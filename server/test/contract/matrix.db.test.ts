import { addBooking, type Endpoint } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, chidi, drBello, femi, ops, sola } from '../cast.ts'
import { outcomeErrors } from '../fhir/schema.ts'
import { bookingForm, buildWorld, newestPayment } from '../world.ts'
import { type Input, inputs, type Own } from './inputs.ts'
import { bearerOf, endpoints, envelope, send, strangers } from './wire.ts'

const hour = 60 * 60 * 1000
const askers = [
  ...(['nobody', 'a wrong token', 'an expired token'] as const),
  ...(['Ada', 'Chidi', 'a doctor', 'an operator', 'lab staff', 'a phlebotomist'] as const),
] as const
type Asker = (typeof askers)[number]
/** The status for each asker, in their order. */
type Statuses = readonly number[]

const anybody = (status: number): Statuses => askers.map(() => status)
const signedIn = (own: number, foreign = own): Statuses => [
  ...[401, 401, 401, own],
  ...Array.from({ length: 5 }, () => foreign),
]
/** For other callers the call does not exist. */
const patients = (status: number): Statuses => [401, 401, 401, status, status, 404, 404, 404, 404]
const operators = (status: number): Statuses => [401, 401, 401, 404, 404, 404, status, 404, 404]
const labStaff = (status: number): Statuses => [401, 401, 401, 404, 404, 404, 404, status, 404]
const phlebotomists = (status: number): Statuses => [401, 401, 401, 404, 404, 404, 404, 404, status]
const doctors = (status: number): Statuses => [401, 401, 401, 404, 404, status, 404, 404, 404]
/** The answer of each call to each caller. A call that is not here fails the test. */
const matrix: Readonly<Record<string, Statuses>> = {
  createAccount: anybody(200),
  resendCode: anybody(200),
  verifyAccount: anybody(400),
  forgotPassword: anybody(200),
  verifyCode: anybody(400),
  updatePassword: anybody(400),
  signIn: anybody(401),
  signOut: signedIn(200),
  listOwnDevices: signedIn(200),
  // There is no such browser.
  endDevice: signedIn(404),
  endOtherDevices: signedIn(200),
  readSecondFactor: signedIn(200),
  // Staff set theirs up when they log in.
  startSecondFactor: [401, 401, 401, 200, 200, 200, 409, 409, 409],
  // They are not the digits of the app.
  confirmSecondFactor: [401, 401, 401, 400, 400, 400, 409, 409, 409],
  endSecondFactor: [401, 401, 401, 200, 200, 200, 409, 409, 409],
  listPasskeys: signedIn(200),
  startPasskey: signedIn(200),
  // No authenticator has signed them.
  addPasskey: signedIn(400),
  // There is no such passkey.
  removePasskey: signedIn(404),
  startPasskeySignIn: anybody(200),
  passkeySignIn: anybody(400),
  // They have none.
  startPasskeyConfirmation: signedIn(409),
  confirmWithPasskey: signedIn(400),
  myProfile: signedIn(200),
  // They have a name and a phone.
  completeProfile: signedIn(409),
  // The password is not theirs.
  deleteAccount: signedIn(400),
  readSite: anybody(200),
  listKnownAreas: signedIn(200),
  listLabs: signedIn(200),
  readLab: signedIn(200),
  listLabLocations: signedIn(200),
  listLabTests: signedIn(200),
  searchTests: signedIn(200),
  listPurposes: signedIn(200),
  readTest: signedIn(200),
  listTestOffers: signedIn(200),
  listAreas: signedIn(200),
  addFavourite: signedIn(200),
  removeFavourite: signedIn(200),
  addBooking: signedIn(200),
  readBookingDraft: signedIn(200),
  saveBookingDraft: signedIn(200),
  forgetBookingDraft: signedIn(200),
  listPeople: patients(200),
  addPerson: patients(200),
  // There is no such person.
  changePerson: patients(404),
  removePerson: patients(404),
  // It is not paid for.
  provePatient: signedIn(404),
  listOrders: signedIn(200),
  readOrder: signedIn(200, 404),
  payOrder: signedIn(200, 404),
  linkOrder: signedIn(200, 404),
  sharePaymentUrl: signedIn(200, 400),
  cancelOrder: signedIn(200, 404),
  // What was never paid cannot be refunded or released, and there is no such case.
  refundPayment: operators(409),
  retryRefund: operators(404),
  cancelOrderFor: operators(200),
  recordReturn: operators(409),
  returnKeptFee: operators(409),
  recordRefundReturn: operators(404),
  creditRefund: operators(404),
  giveBankDetails: operators(404),
  listBanks: operators(200),
  releasePayment: operators(409),
  listCases: operators(200),
  countClinicalLimits: operators(200),
  closeCase: operators(404),
  listReconciliations: operators(200),
  answerDispute: operators(404),
  readPaymentLink: anybody(200),
  // It is not paid yet.
  downloadReceipt: signedIn(404),
  downloadLinkReceipt: anybody(404),
  payByLink: anybody(200),
  checkPayment: anybody(200),
  trackOrder: anybody(200),
  stopLink: signedIn(200, 404),
  renewLink: signedIn(200, 404),
  // It was not paid late.
  answerLateMoney: signedIn(409, 404),
  moveVisit: signedIn(409, 404),
  listSlots: signedIn(200),
  quoteBooking: signedIn(200),
  readWallet: signedIn(200),
  listWalletEntries: signedIn(200),
  readWalletMonths: signedIn(200),
  readWalletStatement: signedIn(200),
  downloadWalletStatement: signedIn(200),
  readStatement: operators(200),
  downloadStatement: operators(200),
  applyAsPartner: anybody(200),
  mailLoginLink: anybody(200),
  openLoginLink: anybody(410),
  passSecondFactor: anybody(400),
  inviteStaff: operators(200),
  listStaff: operators(200),
  // No record has this number.
  renewInvitation: operators(404),
  revokeInvitation: operators(404),
  changeMembership: operators(404),
  suspendStaff: operators(404),
  restoreStaff: operators(404),
  resetSecondFactor: operators(404),
  // The password is not theirs.
  confirmSession: signedIn(400),
  readNoticeChoices: signedIn(200),
  chooseNotices: signedIn(200),
  // All ask for one number, which is sent five codes a day.
  sendPhoneCode: [401, 401, 401, 200, 200, 200, 200, 200, 429],
  // No code was sent to them, or it was another.
  provePhone: signedIn(400),
  removePhone: signedIn(200),
  // Nothing has this link.
  readContactChange: anybody(410),
  undoContactChange: anybody(410),
  listLabSystems: labStaff(200),
  makeLabSystem: labStaff(200),
  // There is no such system, nor such a report.
  revokeLabSystem: labStaff(404),
  listWaitingReports: labStaff(200),
  countWaitingReports: labStaff(200),
  openWaitingReport: labStaff(404),
  previewPlacing: labStaff(404),
  placeReport: labStaff(404),
  setAsideReport: labStaff(404),
  // Only a key opens it, and no person has one.
  postResults: anybody(401),
  // A lab sees an order once it is paid, there is no such report, and the caller is no verifier.
  readLabResults: labStaff(404),
  saveEntryDraft: labStaff(404),
  forgetEntryDraft: labStaff(404),
  enterResults: labStaff(404),
  verifyReport: labStaff(403),
  sendBackReport: labStaff(403),
  releaseReport: labStaff(403),
  readIntervals: labStaff(200),
  setIntervals: labStaff(200),
  readClinicalLimits: labStaff(200),
  // The edition is not the current one.
  acceptClinicalLimits: labStaff(409),
  correctReport: labStaff(403),
  withdrawReport: labStaff(404),
  listOpenCalls: labStaff(200),
  logCall: labStaff(404),
  sendAttachmentPiece: labStaff(404),
  attachPdf: labStaff(404),
  detachPdf: labStaff(404),
  downloadLabAttachment: labStaff(404),
  readResults: signedIn(404),
  downloadReport: signedIn(404),
  downloadAttachment: signedIn(404),
  // It is not paid for.
  exportOrder: signedIn(404),
  checkReport: anybody(404),
  // Nothing is released of it, and the link does not exist.
  makeShare: signedIn(404),
  listShares: signedIn(404),
  revokeShare: signedIn(404),
  listReaders: signedIn(404),
  readTrends: signedIn(404),
  // Only patients read results.
  readOwnPeople: [401, 401, 401, 200, 200, 404, 404, 404, 404],
  listConsents: signedIn(200),
  // It is not paid, and it was not booked for them.
  giveConsent: signedIn(404),
  withdrawConsent: signedIn(404),
  readLinkedConsent: anybody(404),
  giveLinkedConsent: anybody(404),
  withdrawLinkedConsent: anybody(404),
  askConsentAgain: doctors(404),
  readLicence: doctors(200),
  // It is no picture.
  sendLicence: doctors(400),
  listLicences: operators(200),
  // There is no such licence.
  readLicencePicture: operators(404),
  readLicencePdf: operators(404),
  decideLicence: operators(404),
  listPatients: doctors(200),
  listInbox: doctors(200),
  acknowledgeResults: doctors(404),
  // It is not paid for.
  readBreakGlass: doctors(404),
  breakGlass: doctors(404),
  readCounselling: doctors(404),
  noteCounselling: doctors(404),
  listWaitingTalks: doctors(200),
  listOrderSets: doctors(200),
  addOrderSet: doctors(200),
  changeOrderSet: doctors(404),
  forgetOrderSet: doctors(200),
  listSetOffers: doctors(404),
  readShare: anybody(404),
  openShare: anybody(404),
  downloadShared: anybody(404),
  downloadSharedAttachment: anybody(404),
  readInvitation: anybody(410),
  acceptInvitation: anybody(410),
  readMembership: labStaff(200),
  listHandovers: labStaff(200),
  // There is no such visit.
  confirmHandover: labStaff(404),
  listWorklist: labStaff(200),
  readWorklistDesk: labStaff(200),
  readPause: labStaff(200),
  setPause: labStaff(200),
  endPause: labStaff(200),
  readOpenHours: labStaff(200),
  previewOpenHours: labStaff(200),
  setOpenHours: labStaff(200),
  readVisitPlaces: labStaff(200),
  previewVisitPlaces: labStaff(200),
  setVisitPlaces: labStaff(200),
  listLabPrices: labStaff(200),
  readPriceDesk: labStaff(200),
  readLabStatement: labStaff(200),
  downloadLabStatement: labStaff(200),
  printLabStatement: labStaff(200),
  readLabFigures: labStaff(200),
  downloadPrices: labStaff(200),
  readPriceHistory: labStaff(200),
  setLabPrice: labStaff(200),
  proposePriceFile: labStaff(200),
  proposePercentage: labStaff(200),
  // There is no such change.
  readPriceChange: labStaff(404),
  confirmPriceChange: labStaff(404),
  withdrawPriceChange: labStaff(404),
  // A lab sees an order once it is paid, and there is no such label.
  readLabOrder: labStaff(404),
  changeClinicalRequest: labStaff(404),
  checkIn: labStaff(404),
  collectSamples: labStaff(404),
  receiveSample: labStaff(404),
  rejectSample: labStaff(404),
  downloadLabels: labStaff(404),
  readLeftOut: signedIn(200, 404),
  readAwaited: signedIn(200, 404),
  // Nothing of it is awaited.
  giveUpSamples: signedIn(409, 404),
  giveUpSamplesFor: operators(409),
  readNewSamples: signedIn(200, 404),
  readRound: phlebotomists(200),
  syncVisits: phlebotomists(200),
  // There is no such visit, nor such a photo.
  sendVisitPhoto: phlebotomists(404),
  readVisitPhoto: signedIn(404),
  listVisits: operators(200),
  listPhlebotomists: operators(200),
  readVisitCapacity: operators(200),
  assignVisit: operators(404),
  moveVisitByOperator: operators(404),
  readServiceAreas: operators(404),
  setServiceAreas: operators(404),
  readVisit: signedIn(200, 404),
  // It was not a home visit, or no phlebotomist has set off.
  rebookVisit: signedIn(409, 404),
}

const world = await buildWorld()
let expired: string
let record: Own

beforeAll(async () => {
  expired = await bearerOf(world, ada)
  world.clock.moveOn(hour)
  const asAda = await world.as(ada)
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const order = data.orderReference
  const url = data.url ?? ''
  const token = url.split('/pay/')[1] ?? ''
  const online = await asAda(addBooking, { body: bookingForm() })
  const spare = online.data.orderReference
  const toCancel = online.data.orderReference
  record = { order, url, token, spare, toCancel, payment: await newestPayment(asAda, toCancel) }
})

const people = {
  Ada: ada,
  Chidi: chidi,
  'a doctor': drBello,
  'an operator': ops,
  'lab staff': sola,
  'a phlebotomist': femi,
}

async function headerOf(asker: Asker): Promise<string | undefined> {
  if (asker === 'nobody') return undefined
  if (asker === 'a wrong token') return 'Bearer a-token-that-nobody-has'
  if (asker === 'an expired token') return expired
  return await bearerOf(world, people[asker])
}

async function ask(endpoint: Endpoint, asker: Asker, { params = {}, query, body }: Input) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const authorization = await headerOf(asker)
  return await send(world, endpoint.method, `${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    headers: { ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const tries = [...endpoints].flatMap(([name, endpoint]) =>
  askers.map((asker, index) => ({ name, endpoint, asker, index })),
)

test.each(tries)('$name answers $asker as the matrix says', async ({ name, endpoint, asker, index }) => {
  const expected = matrix[name]?.[index]
  const input = inputs[name]
  if (!expected || !input)
    throw new Error(`${name} is not in the matrix, or has no input: say who may call it`)
  const raw = await ask(endpoint, asker, input(record))
  if (endpoint.file && raw.status === 200) {
    expect(raw.status).toBe(expected)
    expect(raw.headers.get('content-type')).toContain(endpoint.file)
    return
  }
  if (endpoint.access === 'system') {
    expect([raw.status, outcomeErrors(JSON.parse(raw.text))]).toEqual([expected, []])
    return
  }
  const answer = envelope(raw)
  expect([raw.status, answer.status]).toEqual([expected, expected])
  if (raw.status === 200) expect(strangers(endpoint.reply, answer.data)).toEqual([])
  else expect(answer).toMatchObject({ code: expect.any(String), message: expect.any(String), data: null })
  if (raw.status === 401 && !['public', 'basic'].includes(endpoint.access))
    expect(answer.message).toBe(asker === 'an expired token' ? 'Expired token' : 'Invalid token.')
})

test('every call of the matrix is in the contract', () => {
  expect(Object.keys(matrix).filter((name) => !endpoints.has(name))).toEqual([])
})

test('a list contains only the caller’s own records', async () => {
  const raw = await ask(endpoints.get('listOrders') ?? expect.unreachable(), 'a doctor', {})
  expect(raw.text).not.toContain(record.order)
})
