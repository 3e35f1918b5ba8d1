import { readingConsentVersion } from '@labalaba/contract'
import { fbc } from '../cast.ts'
import type { Input, Own } from './inputs.ts'

const nobody = { id: '00000000-0000-4000-8000-000000000000' }
const noToken = 'x'.repeat(43)

/** Valid inputs of the calls of doctors: reading, order sets and consent requests. */
export const doctorInputs: Readonly<Record<string, (own: Own) => Input>> = {
  listConsents: () => ({}),
  giveConsent: ({ order }) => ({
    params: { reference: order },
    body: { sensitive: false, version: readingConsentVersion },
  }),
  withdrawConsent: ({ order }) => ({ params: { reference: order } }),
  readLinkedConsent: ({ order }) => ({ body: { reference: order, signature: noToken } }),
  giveLinkedConsent: ({ order }) => ({
    body: {
      reference: order,
      signature: noToken,
      answer: '1985-03-27',
      sensitive: false,
      version: readingConsentVersion,
    },
  }),
  withdrawLinkedConsent: ({ order }) => ({ body: { reference: order, signature: noToken } }),
  askConsentAgain: ({ order }) => ({ params: { reference: order } }),
  readLicence: () => ({}),
  sendLicence: () => ({
    body: {
      ...nobody,
      folioNumber: 'MDCN/R/1',
      year: new Date().getFullYear(),
      document: 'bm8gcGljdHVyZQ==',
    },
  }),
  listLicences: () => ({}),
  readLicencePicture: () => ({ params: nobody }),
  readLicencePdf: () => ({ params: nobody }),
  decideLicence: () => ({ params: nobody, body: { act: 'accept' } }),
  listPatients: () => ({ body: { q: 'mama' } }),
  listInbox: () => ({ query: { after: '2.1790000000000.LB-0000-0000-0000-0000' } }),
  acknowledgeResults: ({ order }) => ({
    params: { reference: order },
    body: { seen: [{ report: nobody.id, version: 1 }] },
  }),
  readBreakGlass: ({ order }) => ({ params: { reference: order } }),
  breakGlass: ({ order }) => ({
    params: { reference: order },
    body: { because: 'treatment_now', reason: 'matrix' },
  }),
  readCounselling: ({ order }) => ({ params: { reference: order } }),
  noteCounselling: ({ order }) => ({
    params: { reference: order },
    body: { position: 1, test: 'fbc', note: 'matrix' },
  }),
  listWaitingTalks: () => ({}),
  listOrderSets: () => ({}),
  addOrderSet: () => ({ body: { name: 'Antenatal booking', tests: [fbc.name] } }),
  changeOrderSet: () => ({ params: nobody, body: { name: 'Antenatal', tests: [fbc.name] } }),
  forgetOrderSet: () => ({ params: nobody }),
  listSetOffers: () => ({ params: nobody, query: { state: 'Lagos' } }),
}
