import { kobo } from '@labalaba/contract'
import { expect, test } from 'vitest'
import type { OrderRow } from '../../orders/index.ts'
import { renderLetter } from '../letter.ts'
import { lateLetter } from './late-payment-notifications.ts'

const order = {
  ...{
    reference: 'LB-TEST',
    patient_name: 'Mama Obi',
    mode: 'sampleCollection',
    total_kobo: kobo(1_500_000),
  },
  ...{ collection_on: '2026-11-24', collection_time: '08:30', collection_address: '14 Abak Road' },
  ...{ collection_landmark: null, lab_name: 'Yaba Lab', location_name: 'Yaba Main' },
} as OrderRow

test.each([
  ['passed', 'No phlebotomist came', false],
  ['taken', 'other people have it now', false],
  ['stands', 'stays on Tuesday 24 November between 7 and 9 am', true],
] as const)(
  'of a visit that is %s the owner reads the facts, and can keep only what still exists',
  (visit, said, keeps) => {
    const { text } = renderLetter(lateLetter(order, visit, 'https://labs.example'))
    expect(text.replace(/\s+/g, ' ')).toContain(said)
    expect(text.includes('Keep the booking as it is.')).toBe(keeps)
    expect(text).toContain('Choose another day and time')
  },
)
