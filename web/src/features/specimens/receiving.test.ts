import type { ClinicalRequest, LabOrder, LabSpecimen } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { outcomeOf, stateWords, tidyLabel } from './receiving.ts'

const sample: LabSpecimen = {
  ...{ accession: '261-00001', specimen: 'Venous blood', container: 'EDTA', state: 'received', tests: [] },
  ...{ replaces: null, collectedAt: null, collectedBy: null, receivedBy: 'Sola' },
  ...{ receivedAt: '2026-11-22T08:40:00.000Z', rejectedAt: null, rejectedBy: null },
  ...{ rejectedReason: null, rejectedNote: null, untaken: null, isReported: false },
}
const other: LabSpecimen = { ...sample, accession: '261-00002', state: 'collected', receivedAt: null }
const can = {
  checkIn: false,
  collect: false,
  attend: false,
  print: false,
  changeRequest: false,
  receive: true,
  reject: true,
}
const noDetails: ClinicalRequest = {
  ...{ number: 0, pregnancy: null, week: null, lastPeriodOn: null, medicines: null, indication: null },
  ...{
    pretestCounselling: null,
    isUrgent: false,
    fastedHours: null,
    intervalsOf: null,
    bornOn: null,
    isBornAbout: false,
    changedBy: null,
  },
}
const order: LabOrder = {
  ...{ reference: 'LB-1', state: 'sample_collected', stage: 'collected', mode: 'walkin', tests: [] },
  ...{ place: { address: 'a', name: 'Main' }, collectionDate: null, collectionTime: null },
  patient: { name: 'Ngozi', gender: 'Female', despiteSex: false, bornOn: null, phone: '' },
  ...{ specimens: [sample, other], checkedInAt: null, nothingTaken: false, sampleData: false, may: can },
  ...{ photos: [], asks: [], needsCounselling: false, clinical: noDetails, requestedBy: null },
}
const now = new Date('2026-11-22T09:00:00.000Z')
const said = (of: LabOrder, latest: string | null) => outcomeOf(of, '261-00001', latest, now)

describe('the message about a received sample', () => {
  test('names the patient, and how many of the order’s samples are here', () => {
    expect(said(order, null)).toMatchObject({
      ...{ kind: 'received', title: '261-00001 received', reference: 'LB-1' },
      words: 'Ngozi, Venous blood. 1 of 2 samples of this order are here.',
    })
  })
  test('counts no rejected or cancelled sample', () => {
    const left: LabSpecimen[] = [sample, { ...other, state: 'rejected' }, { ...other, state: 'given_up' }]
    expect(said({ ...order, specimens: left }, null).words).toContain(
      'The only sample of this order is here.',
    )
  })
  test('shows that it was received before, by the times of the server only', () => {
    expect(said(order, '2026-11-22T08:41:00.000Z')).toMatchObject({
      ...{ kind: 'before', title: '261-00001 was here already' },
      words: 'Ngozi, Venous blood. Sola received it today, 9:40 am.',
    })
    expect(said(order, '2026-11-22T08:39:00.000Z').kind).toBe('received')
  })
})

test.each<[string, LabOrder, LabSpecimen]>([
  ['is cancelled', { ...order, state: 'cancelled' }, other],
  ['not marked as collected yet', order, { ...other, state: 'expected' }],
  ['rejected (clotted)', order, { ...other, state: 'rejected', rejectedReason: 'clotted' }],
  ['gave it up', order, { ...other, state: 'given_up' }],
  ['no longer open', order, other],
])('a refused receipt has a reason: %s', (words, of, one) => {
  expect(stateWords(of, one)).toContain(words)
})

test('a label is read as labels are written', () => {
  expect(tidyLabel(' 26a1-00001\n')).toBe('26A1-00001')
})
