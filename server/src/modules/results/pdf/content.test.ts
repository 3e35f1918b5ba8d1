import { expect, test } from 'vitest'
import { birthDateWithAge, firstName, intervalNotes, lineOf, reportDocument, tierNotes } from './content.ts'
import { clean } from './plain-text.ts'

test('a superscript number is written so that it reads as one, also when copied', () => {
  expect(clean('×10⁹/L')).toBe('×10^9/L')
  expect(clean('×10¹²/L')).toBe('×10^12/L')
  expect(clean('mL/min/1.73 m²')).toBe('mL/min/1.73 m^2')
  expect(clean('g/dL')).toBe('g/dL')
})

test('a character that the PDF’s font lacks is spelt out, never omitted', () => {
  expect(clean('≥100 β-lactam')).toBe('>=100 beta-lactam')
})

test('a person is called by their first name, with their title', () => {
  expect(firstName('Tola Bakare')).toBe('Tola')
  expect(firstName('Dr Bello Musa')).toBe('Dr Bello')
})

test('the date of birth has the age on the day of the sample with it, of a newborn in days', () => {
  expect(birthDateWithAge('1985-03-27', new Date('2026-11-22T09:00:00Z'))).toBe('27 March 1985 (41 years)')
  // After midnight in Lagos.
  expect(birthDateWithAge('2026-11-19', new Date('2026-11-21T23:30:00Z'))).toBe('19 November 2026 (3 days)')
  expect(birthDateWithAge('2026-11-22', new Date('2026-11-22T09:00:00Z'))).toBe(
    '22 November 2026 (less than 1 day)',
  )
})

const volume = {
  name: 'Mean platelet volume',
  kind: 'quantity',
  structure: null,
  value: '10',
  not_measured: null,
  unit: 'fL',
  low: 7,
  high: 12,
  flag: 'normal',
  critical_tier: null,
  comment: null,
  method: null,
} as const

test('a comment of the lab is printed with its line, on one line of signs that the font has', () => {
  const said = { ...volume, basis: null, comment: 'Slightly haemolysed;\u202E repeat if ≥ 12' } as const
  expect(lineOf(said)).toMatchObject({ value: '10', comment: 'Slightly haemolysed; repeat if >= 12' })
})

test('each method is printed once, with the lines that it measured', () => {
  const ise = 'Ion-selective electrode, Roche cobas c311'
  const values = [
    ...[
      { name: 'Sodium', method: ise },
      { name: 'Urea', method: 'Urease, ≥ 37 °C' },
    ],
    ...[{ name: 'Potassium', method: ise }, { name: 'Comment' }],
  ].map((changes) => ({ ...volume, basis: 'catalogue', ...changes }))
  expect(paperOf(values).notes.slice(0, -1)).toEqual([
    'Method of Sodium, Potassium: Ion-selective electrode, Roche cobas c311',
    'Method of Urea: Urease, >= 37 °C',
  ])
})

test('an interval that the lab is to confirm has a star, and the star is explained', () => {
  const unsure = { ...volume, basis: 'unconfirmed' } as const
  expect(lineOf(unsure).interval).toBe('7 to 12 *')
  expect(intervalNotes([unsure])).toEqual([
    expect.stringMatching(/^\* A usual interval to be confirmed by the lab/),
  ])
  expect(lineOf({ ...volume, basis: 'catalogue' }).interval).toBe('7 to 12')
  expect(intervalNotes([{ ...volume, basis: 'catalogue' }])).toEqual([])
  expect(lineOf({ ...unsure, low: null, high: null }).interval).toBe('')
})

test('an interval of pregnancy has two stars, which are explained', () => {
  const inPregnancy = { ...volume, basis: 'pregnancy' } as const
  expect(lineOf(inPregnancy).interval).toBe('7 to 12 **')
  expect(intervalNotes([inPregnancy])).toEqual(['** At least one of these limits is for pregnancy.'])
})

test('a line that was not measured says why in the place of its value', () => {
  const absent = { ...volume, value: null, not_measured: 'insufficient_specimen', unit: null } as const
  expect(lineOf({ ...absent, low: null, high: null, basis: null, flag: null })).toEqual({
    ...{ name: 'Mean platelet volume', value: 'Not measured: not enough specimen' },
    ...{ unit: '', interval: '', mark: '', method: '', isText: false, isolates: [], comment: '' },
  })
})

test('a child’s value has no interval and no mark on paper, and it says why', () => {
  const childs = { ...volume, low: null, high: null, flag: null, basis: 'adults_only' } as const
  expect(lineOf(childs)).toMatchObject({ interval: '', mark: '' })
  expect(intervalNotes([childs])).toEqual([expect.stringMatching(/under 18 when the sample was taken/)])
})

test('a critical value says how soon to act, and a note says what to do: the lab now, or the lab or a doctor today', () => {
  const now = { ...volume, basis: 'catalogue', flag: 'critical_low', critical_tier: 'immediate' } as const
  const today = { ...now, flag: 'critical_abnormal', critical_tier: 'urgent' } as const
  expect(lineOf(now).mark).toBe('Very low. Act now')
  expect(lineOf(today).mark).toBe('Critical. Act today')
  expect(lineOf({ ...now, flag: 'low', critical_tier: null }).mark).toBe('Low')

  const [immediate, urgent, ...others] = tierNotes([today, now], '2348031234567')
  expect(immediate).toMatch(/^“Act now” .*Call the lab now: 0803 123 4567\. .*go to a hospital/)
  expect(urgent).toMatch(/^“Act today” .*Call the lab \(0803 123 4567\) or a doctor today\./)
  expect(others).toEqual([])
  expect(tierNotes([today], '2348031234567')).toEqual([urgent])
  expect(tierNotes([volume], '2348031234567')).toEqual([])
})

// Only what the paper reads.
const facts = {
  order: {
    ...{
      reference: 'LB-1',
      lab_name: 'Yaba Lab',
      location_name: 'Yaba Main',
      location_address: '1 Example Street',
    },
    ...{ patient_name: 'Zara Eze', patient_gender: 'Female', patient_born_on: '2020-05-06', demo: false },
  },
  report: { test_name: 'Full blood count', line_name: 'Full blood count' },
  version: {
    number: 1,
    preliminary: false,
    completes: false,
    correction: null,
    verified_name: 'Tola Bakare',
    verified_licence: null,
    verified_qualification: null,
    attachment_hash: null,
  },
  lab: { phone: '2348031234567', email: 'lab@example.com', registrationNumber: 'MLS/25/0417' },
  ...{ samples: [], replaced: [], doctor: null, fastedHours: null, statedBirth: null },
  releasedAt: new Date('2026-11-22T09:00:00Z'),
  ...{ counselledBy: null, code: 'AAAA-BBBB', publicUrl: 'https://labalaba.example' },
}
const paperOf = (values: readonly object[], changes: object = {}) =>
  reportDocument({ ...facts, ...changes, values } as unknown as Parameters<typeof reportDocument>[0])

test('the notes on paper are those that the values call for, and what no value says', () => {
  const last = expect.stringMatching(/^A value outside its interval is not a diagnosis\..*Talk to a doctor/)
  expect(paperOf([{ ...volume, basis: 'catalogue' }]).notes).toEqual([last])
  const childs = { ...volume, low: null, high: null, flag: null, basis: 'adults_only' } as const
  const grave = { ...childs, flag: 'critical_low', critical_tier: 'immediate' } as const
  const { notes, born, lines } = paperOf([childs, grave], { counselledBy: 'lab' })
  expect(notes).toEqual([
    expect.stringMatching(/^“Act now” .*Call the lab now/),
    expect.stringMatching(
      /for adults\. The patient was under 18 .* only dangerous values are marked\. .*children/,
    ),
    'The lab talks about this result with the patient.',
    last,
  ])
  const words = {
    ...volume,
    kind: 'text',
    value: 'Invasive carcinoma.',
    low: null,
    high: null,
    flag: null,
  } as const
  expect(paperOf([words]).notes).toEqual([expect.stringMatching(/^Show this report to the doctor who asked/)])
  expect(lines.map(({ mark }) => mark)).toEqual(['', 'Very low. Act now'])
  expect(born).toBe('Female, born 6 May 2020 (6 years)')
})

const taken = {
  collected_at: new Date('2026-11-20T08:15:00Z'),
  received_at: new Date('2026-11-20T10:30:00Z'),
}
const samples = [
  { ...taken, specimen: 'Tissue', accession: '26A-00001' },
  { ...taken, specimen: 'Venous blood', accession: '26A-00002' },
]

test('the paper says who asked for it, what it was measured in and when, and who verified it with the full name', () => {
  const { place, facts: printed, patient, order } = paperOf([], { samples, doctor: 'Dr Musa Bello' })
  expect(place).toContain('Registered with MLSCN: MLS/25/0417')
  expect([patient, order]).toEqual([
    'Zara Eze',
    'Order LB-1 · Sample taken 20 November 2026 · Reported 22 November 2026',
  ])
  expect(printed).toEqual([
    ['Report', 'Final'],
    ['Requested by', 'Dr Musa Bello'],
    ['Specimen', 'Tissue, Venous blood'],
    ['Accession number', '26A-00001, 26A-00002'],
    ['Sample taken', '20 November 2026, 9:15 am'],
    ['Sample received', '20 November 2026, 11:30 am'],
    ['Verified by', 'Tola Bakare'],
    ['Reported', '22 November 2026, 10:00 am'],
  ])
})

test('the paper of a test that needs fasting says when the patient last ate, if the lab knows it', () => {
  const takenOf = (fastedHours: number | null) =>
    paperOf([], { samples, fastedHours }).facts.find(([label]) => label === 'Sample taken')?.[1]
  expect(takenOf(10)).toBe('20 November 2026, 9:15 am, 10 h after the last meal, as stated')
  expect(takenOf(0)).toContain('0 h after')
  expect(takenOf(null)).toBe('20 November 2026, 9:15 am')
})

test('a report without a sample or a date of birth says so, and a corrected one what it replaces and when', () => {
  const version = { ...facts.version, number: 2, correction: 'The unit was wrong.' }
  const {
    born,
    order,
    facts: printed,
    notice,
  } = paperOf([], {
    order: { ...facts.order, patient_born_on: null, for_self: true },
    version,
  })
  expect(born).toBe('Female, date of birth not given')
  expect(order).toBe('Order LB-1 · Reported 22 November 2026')
  expect(printed).toContainEqual(['Report', 'Corrected, version 2'])
  expect(printed).toContainEqual(['Requested by', 'The patient'])
  expect(printed).toContainEqual(['Sample taken', 'No sample needed'])
  expect(notice).toBe(
    'Corrected report, version 2, of 22 November 2026. It replaces version 1. Reason: The unit was wrong.',
  )
})

test('a corrected report prints what it replaces: the earlier values with their marks, and the date and code of that report', () => {
  const version = { ...facts.version, number: 2, correction: 'The tubes were mixed up.' }
  const was = { number: 1, released_at: new Date('2026-11-21T09:00:00Z') }
  const low = { ...volume, basis: 'catalogue', value: '6', flag: 'low' } as const
  const replaced = { version: was, code: 'CCCC-DDDD', values: [low] }
  const { earlier, lines } = paperOf([{ ...volume, basis: 'catalogue' }], { version, replaced: [replaced] })
  expect(earlier).toMatchObject([
    {
      words:
        'Version 1 was reported on 21 November 2026, 10:00 am, with the code CCCC-DDDD. These values of it no longer hold.',
      lines: [
        { name: 'Earlier: Mean platelet volume', value: '6', unit: 'fL', interval: '7 to 12', mark: 'Low' },
      ],
    },
  ])
  expect(lines).toMatchObject([{ name: 'Mean platelet volume', value: '10' }])
  const measured = (method: string | null) =>
    paperOf([{ ...volume, position: 1, basis: 'catalogue', method: 'Impedance' }], {
      version,
      replaced: [{ ...replaced, values: [{ ...low, position: 1, method }] }],
    }).earlier[0]?.lines[0]?.method
  expect([measured('Light scatter'), measured('Impedance'), measured(null)]).toEqual([
    'Light scatter',
    '',
    '',
  ])
  const none = paperOf([], { version, replaced: [{ ...replaced, values: [] }] })
  expect(none.earlier[0]?.words).toMatch(/with the code CCCC-DDDD\.$/)
  expect(paperOf([]).earlier).toEqual([])
})

test('a text keeps its lines and paragraphs on paper, each in clean characters', () => {
  const value = 'Macroscopy:  one piece.\n\nMicroscopy: Ki-67 ≥ 20 %\nNo\u200b invasion.'
  const text = { ...volume, basis: null, low: null, high: null, flag: null, unit: null, value }
  expect(lineOf({ ...text, kind: 'text' }).value).toBe(
    'Macroscopy: one piece.\n\nMicroscopy: Ki-67 >= 20 %\nNo invasion.',
  )
})

test('the verifier is named with their qualification and the number of their licence', () => {
  const version = { ...facts.version, verified_licence: 'RA 12345' }
  expect(paperOf([], { version }).facts).toContainEqual(['Verified by', 'Tola Bakare, licence RA 12345'])
  const titled = { ...version, verified_qualification: 'Medical laboratory scientist, BMLS, FMLSCN' }
  expect(paperOf([], { version: titled }).facts).toContainEqual([
    'Verified by',
    'Tola Bakare, Medical laboratory scientist, BMLS, FMLSCN, licence RA 12345',
  ])
})

test('a report to which something was added says that the values have not changed', () => {
  const version = { ...facts.version, number: 2, correction: 'The doctor asked.', adds_only: true }
  const { facts: printed, notice } = paperOf([], { version })
  expect(printed[0]).toEqual(['Report', 'Final, with an addition, version 2'])
  expect(notice).toBe(
    'Final report with an addition, version 2, of 22 November 2026. The lab added something; the values have not changed. It replaces version 1. Reason: The doctor asked.',
  )
})

test('a preliminary report says that more will follow, and the one that completes it that it is final', () => {
  const first = paperOf([], { version: { ...facts.version, preliminary: true } })
  expect(first.facts[0]).toEqual(['Report', 'Preliminary'])
  expect(first.notice).toBe('Preliminary report. More results will follow, and these may still change.')
  const version = {
    ...facts.version,
    number: 2,
    after_preliminary: 'completed',
    correction: 'It is completed',
  }
  const final = paperOf([], { version })
  expect(final.facts[0]).toEqual(['Report', 'Final, version 2'])
  expect(final.notice).toBe(
    'Final report, version 2, of 22 November 2026. It replaces the preliminary report, version 1.',
  )
  const second = paperOf([], { version: { ...version, preliminary: true } })
  expect(second.facts[0]).toEqual(['Report', 'Preliminary, version 2'])
  expect(second.notice).toMatch(/^Preliminary report\. .* It replaces version 1\.$/)
  expect(second.order).toBe('Order LB-1 · Preliminary · Reported 22 November 2026')
  const changed = paperOf([], { version: { ...version, after_preliminary: 'changed' } })
  expect(changed.facts[0]).toEqual(['Report', 'Corrected, version 2'])
  expect(changed.notice).toMatch(
    /Reason: The preliminary report changed: a value, how it is read, or the sample\.$/,
  )
})
