import type { Endpoint } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { yaba } from '../cast.ts'
import { buildWorld } from '../world.ts'
import { inputs } from './inputs.ts'
import {
  type Asker,
  askers,
  colleagues,
  makeRecords,
  patientName,
  type Records,
  tokensOf,
} from './known-records.ts'
import { photoBody } from './photo-inputs.ts'
import { endpoints, type Raw, send } from './wire.ts'

type Asked = {
  readonly params?: Record<string, string>
  readonly body?: object
  readonly query?: Record<string, string>
}
/** Users who can do it or see it: their answer is neither “not found” nor “not allowed”. */
type Entry = {
  readonly may: readonly Asker[]
  readonly asked: (known: Records) => Asked
  /** They can as well, and are not tested: it is done once. */
  readonly also?: readonly Asker[]
  /** Settings of a lab’s managers are hidden from their colleagues too. */
  readonly hidden?: true
  /** It covers the whole lab: managers of another location get “not for you”. */
  readonly whole?: true
}

const [desk, scientist, verifier, manager] = colleagues
const staff = colleagues
const doctor = 'the doctor'
const elsewhere = 'all duties elsewhere in the lab'
const patient = 'the patient'
const phlebotomist = 'the phlebotomist'
const operator = 'an operator'
const nothing = () => ({})
const order = ({ reference }: Records) => ({ params: { reference } })
const home = ({ home: reference }: Records) => ({ params: { reference } })
const report = ({ report: id }: Records) => ({ params: { id } })
const sample = ({ accession }: Records) => ({ params: { accession } })
const delivered = ({ delivered: id }: Records) => ({ params: { id } })
const change = ({ change: id }: Records) => ({ params: { id } })
const ofReport = ({ reference, report: one }: Records) => ({ params: { reference, report: one } })
const placing = ({ deliveredToPlace: id, accession }: Records) => ({ params: { id }, body: { accession } })
const here = nothing

/**
 * Every call about one record, with who may make it. To a colleague without the duty it is `not_your_duty`; to anyone
 * else, here and at a foreign lab, it is not there, whatever its duties.
 */
const records: Readonly<Record<string, Entry>> = {
  readLabOrder: { may: staff, asked: order },
  readLabResults: { may: staff, asked: order },
  downloadLabels: { may: [desk, scientist], asked: order },
  downloadLabAttachment: {
    may: staff,
    asked: ({ report: id }) => ({ params: { id, number: '1' } }),
  },
  readOrder: { may: [doctor], asked: order },
  downloadReceipt: { may: [doctor], asked: order },
  readLeftOut: { may: [doctor], asked: home },
  readNewSamples: { may: [doctor], asked: order },
  readVisit: { may: [doctor], asked: home },
  readCounselling: { may: [doctor], asked: order },
  readResults: { may: [doctor, patient], asked: order },
  downloadReport: { may: [doctor, patient], asked: ofReport },
  downloadAttachment: { may: [doctor, patient], asked: ofReport },
  exportOrder: { may: [...staff, doctor, patient], asked: order },
  readTrends: { may: [patient], asked: order },
  listReaders: { may: [patient], asked: order },
  listShares: { may: [patient], asked: order },
  makeShare: {
    may: [patient],
    asked: ({ reference, report: id }) => ({
      params: { reference },
      body: { reports: [id], lasts: 'week', forWhom: 'Dr Ade', sensitive: [id] },
    }),
  },
  revokeShare: { may: [patient], asked: ({ reference, share }) => ({ params: { reference, share } }) },
  provePatient: { may: [patient], asked: order },
  acknowledgeResults: {
    may: [doctor],
    asked: ({ reference, report: id }) => ({
      params: { reference },
      body: { seen: [{ report: id, version: 1 }] },
    }),
  },
  readBreakGlass: { may: [doctor], asked: order },
  breakGlass: { may: [doctor], asked: order },
  noteCounselling: {
    may: [doctor],
    asked: ({ reference }) => ({
      params: { reference },
      body: { position: 1, test: 'fbs', note: 'matrix' },
    }),
  },
  askConsentAgain: { may: [doctor], asked: order },
  answerLateMoney: { may: [doctor], asked: order },
  linkOrder: { may: [doctor], asked: order },
  stopLink: { may: [doctor], asked: order },
  renewLink: { may: [doctor], asked: order },
  payOrder: { may: [doctor], asked: order },
  readAwaited: { may: [doctor], asked: order },
  giveUpSamples: { may: [doctor], asked: home },
  moveVisit: { may: [doctor], asked: home },
  rebookVisit: { may: [doctor], asked: home },
  changeClinicalRequest: {
    may: [desk, scientist, verifier],
    asked: ({ reference }) => ({ params: { reference }, body: { basedOn: 0 } }),
  },
  checkIn: { may: [desk], asked: order },
  collectSamples: {
    may: [desk],
    asked: ({ reference, accession }) => ({ params: { reference }, body: { accessions: [accession] } }),
  },
  receiveSample: { may: [desk, scientist], asked: sample },
  rejectSample: { may: [scientist], asked: sample },
  saveEntryDraft: { may: [scientist], asked: report },
  forgetEntryDraft: { may: [scientist], asked: report },
  enterResults: { may: [scientist], asked: report },
  sendAttachmentPiece: {
    may: [scientist],
    asked: ({ report: id, hash }) => ({ params: { id, hash, piece: '0' } }),
  },
  attachPdf: { may: [scientist], asked: report },
  detachPdf: { may: [scientist], asked: report },
  verifyReport: { may: [verifier], asked: report },
  sendBackReport: { may: [verifier], asked: report },
  releaseReport: { may: [verifier], asked: report },
  correctReport: { may: [verifier], asked: report },
  withdrawReport: { may: [verifier, manager], asked: report },
  logCall: { may: [scientist, verifier, manager], asked: report },
  previewPlacing: { may: [scientist], asked: placing },
  placeReport: { may: [scientist], asked: placing },
  // The location at which it was measured is not known yet.
  openWaitingReport: { may: [scientist, elsewhere], asked: delivered },
  setAsideReport: { may: [scientist], also: [elsewhere], asked: delivered },
  readPriceChange: { may: [manager, elsewhere], asked: change, hidden: true },
  withdrawPriceChange: { may: [manager], asked: change, hidden: true, whole: true },
  confirmPriceChange: { may: [manager], asked: change, hidden: true, whole: true },
  revokeLabSystem: {
    may: [manager],
    asked: ({ system: id }) => ({ params: { id } }),
    hidden: true,
    whole: true,
  },
  readPause: { may: [manager], asked: here, hidden: true },
  setPause: { may: [manager], asked: here, hidden: true },
  endPause: { may: [manager], asked: here, hidden: true },
  readOpenHours: { may: [manager], asked: here, hidden: true },
  previewOpenHours: { may: [manager], asked: here, hidden: true },
  setOpenHours: { may: [manager], asked: here, hidden: true },
  readVisitPlaces: { may: [manager], asked: here, hidden: true },
  previewVisitPlaces: { may: [manager], asked: here, hidden: true },
  setVisitPlaces: { may: [manager], asked: here, hidden: true },
  readWorklistDesk: { may: staff, asked: here },
  confirmHandover: { may: [desk, scientist], asked: ({ visit }) => ({ params: { visit } }) },
  sendVisitPhoto: { may: [phlebotomist], asked: ({ visit }) => ({ params: { visit }, body: photoBody }) },
  readVisitPhoto: {
    may: [desk, scientist, phlebotomist, operator],
    asked: ({ visit }) => ({ params: { visit, photo: photoBody.id } }),
  },
  giveConsent: { may: [patient], asked: order },
  withdrawConsent: { may: [patient], asked: order },
  cancelOrder: { may: [doctor], asked: order },
}

/** Calls that name no record: callers get their own data, and of these records only those that are theirs. */
const lists: Readonly<Record<string, readonly Asker[]>> = {
  listWorklist: staff,
  listOpenCalls: staff,
  listHandovers: staff,
  listWaitingReports: [...staff, 'all duties elsewhere in the lab'],
  countWaitingReports: staff,
  listLabSystems: staff,
  readRound: ['the phlebotomist'],
  listPatients: [doctor],
  listInbox: [doctor],
  listWaitingTalks: [doctor],
  listOrders: [doctor],
  readOwnPeople: [patient],
  listConsents: [patient],
}

/**
 * About a whole lab or the caller, and no record of a person: called as in the other matrix, no name is
 * returned.
 */
const ofOnesOwn = [
  ...[
    'readMembership',
    'listLabPrices',
    'readPriceDesk',
    'downloadPrices',
    'readPriceHistory',
    'setLabPrice',
  ],
  ...['proposePriceFile', 'proposePercentage', 'readLabStatement', 'downloadLabStatement'],
  ...['printLabStatement', 'readLabFigures', 'readIntervals', 'setIntervals', 'makeLabSystem'],
  ...['readClinicalLimits', 'acceptClinicalLimits', 'countClinicalLimits'],
  ...['readLicence', 'sendLicence'],
  ...['listOrderSets', 'addOrderSet', 'changeOrderSet', 'forgetOrderSet', 'listSetOffers'],
]

const world = await buildWorld()
let tokens: Readonly<Record<Asker, string>>
let known: Records

beforeAll(async () => {
  known = await makeRecords(world)
  tokens = await tokensOf(world)
}, 60_000)

async function ask(name: string, asker: Asker, asked: Asked): Promise<Raw> {
  const endpoint = endpoints.get(name) ?? expect.unreachable()
  const usual = inputs[name]?.({
    order: known.reference,
    spare: known.reference,
    toCancel: known.reference,
    payment: '',
    token: '',
    url: '',
  })
  const { params = {}, body, query } = { ...usual, ...asked }
  const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))
  return await send(world, endpoint.method, `${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    headers: {
      authorization: `Bearer ${tokens[asker]}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const codeOf = ({ text }: Raw): unknown => JSON.parse(text).code
const isColleague = (asker: Asker) => colleagues.some((one) => one === asker)

test.each(Object.entries(records))(
  '%s is there for those with access, and for no one else',
  async (name, entry) => {
    const isLabs = endpoints.get(name)?.access === 'lab'
    // Those who may not come first, so that it is there when they ask.
    const may = [...entry.may, ...(entry.also ?? [])]
    for (const asker of askers.filter((one) => !may.includes(one))) {
      const raw = await ask(name, asker, entry.asked(known))
      const isTold =
        isLabs && ((isColleague(asker) && !entry.hidden) || (entry.whole === true && asker === elsewhere))
      const hidden =
        name === 'previewPlacing' || name === 'placeReport' ? /^(not_found|unknown_sample)$/ : /^not_found$/
      const wanted = isTold
        ? [403, expect.stringMatching(/^not_your_duty$/)]
        : [404, expect.stringMatching(hidden)]
      expect([asker, raw.status, codeOf(raw)]).toEqual([asker, ...wanted])
      expect(raw.text).not.toContain(patientName)
    }
    for (const asker of entry.may) {
      const raw = await ask(name, asker, entry.asked(known))
      expect([asker, raw.status, [200, 400, 409].includes(raw.status)]).toEqual([asker, raw.status, true])
    }
  },
)

test.each(Object.entries(lists))(
  '%s has none of these records except for their owners',
  async (name, whose) => {
    for (const asker of askers) {
      const { status, text } = await ask(
        name,
        asker,
        name === 'listWorklist' ? { body: { q: 'ezinne' } } : {},
      )
      expect([200, 403, 404]).toContain(status)
      const has = [patientName, known.reference, known.home, known.accession].some((one) =>
        text.includes(one),
      )
      if (!whose.includes(asker)) expect([asker, has]).toEqual([asker, false])
    }
  },
)

test.each(ofOnesOwn)('%s names no patient, and contains nothing of another lab', async (name) => {
  for (const asker of askers) {
    const { text } = await ask(name, asker, {})
    expect([asker, text.includes(patientName)]).toEqual([asker, false])
    if (asker === 'all duties at a foreign lab') expect(text).not.toContain(yaba.main)
  }
})

test('the assigned phlebotomist can act on a visit, and for others it does not exist', async () => {
  const act = { id: known.visit, visit: known.visit, round: 1, at: world.clock.now().toISOString() }
  const body = { acts: [{ ...act, verb: 'set_off' }] }
  for (const asker of askers.filter((one) => one !== 'the phlebotomist')) {
    const raw = await ask('syncVisits', asker, { body })
    if (asker !== 'another phlebotomist') expect([asker, raw.status]).toEqual([asker, 404])
    else expect(JSON.parse(raw.text).data.outcomes).toMatchObject([{ isDone: false, code: 'not_found' }])
    expect(raw.text).not.toContain(patientName)
  }
  const own = JSON.parse((await ask('syncVisits', 'the phlebotomist', { body })).text)
  expect(own.data.outcomes[0].code).not.toBe('not_found')
})

test('every call of a lab, a phlebotomist or a doctor, and every call about an order, is covered', () => {
  const isAbout = ({ access, path }: Endpoint) =>
    ['lab', 'phlebotomist', 'doctor'].includes(access) ||
    (access === 'account' && path.startsWith('/v0/orders/:reference'))
  const named = new Set([...Object.keys(records), ...Object.keys(lists), ...ofOnesOwn, 'syncVisits'])
  const wanted = [...endpoints].filter(([, endpoint]) => isAbout(endpoint)).map(([name]) => name)
  expect(wanted.filter((name) => !named.has(name))).toEqual([])
  expect([...named].filter((name) => !endpoints.has(name))).toEqual([])
})
