import {
  type AnalyteLine,
  type Calculation,
  type LabReport,
  notMeasuredWords,
  type PregnancyLimit,
  type ResultValue,
} from '@labalaba/contract'
import { expect, test } from 'vitest'
import * as isolates from '../../copy/isolates.ts'
import * as copy from '../../copy/results.ts'
import {
  aboutWords,
  bornWords,
  changeSince,
  contradictionWords,
  criticalWords,
  isLongText,
  isUnconfirmed,
  lastWords,
  markOf,
  nextStepOf,
  otherMethodOf,
  sampleTimes,
  sentWords,
  standing,
  stoppedLines,
  summaryOf,
  tidyCode,
  toCheckWords,
  toConfirm,
  typedWarnings,
  withPregnancyLimits,
} from './policy.ts'

const line: AnalyteLine = {
  ...{
    position: 1,
    name: 'Haemoglobin',
    kind: 'quantity',
    unit: 'g/dL',
    choices: [],
    expected: [],
    needed: true,
    calculation: null,
  },
  ...{ low: 12, high: 15, criticalLow: 7, criticalHigh: 20, criticals: [], basis: 'catalogue' },
  ...{
    inPregnancy: [],
    criticalsInPregnancy: [],
    asksPregnancy: false,
    structure: null,
    method: 'Cyanmethaemoglobin',
    resistances: [],
  },
  warningLimits: [
    { kind: 'implausible', atOrBelow: null, atOrAbove: 25, check: 'the unit: g/dL or g/L', stops: false },
    { kind: 'changed', atOrBelow: 8.2, atOrAbove: 18.2, check: 'the name on the tube', stops: false },
  ],
  last: { value: '13.2', unit: 'g/dL', at: '2026-01-01T00:00:00Z' },
}
const value = (name: string, flag: ResultValue['flag'], changes: Partial<ResultValue> = {}): ResultValue => ({
  ...{ position: 1, name, kind: 'quantity', isolates: null, value: '1', unit: null, low: 0, high: 1, flag },
  ...{
    basis: 'catalogue',
    tier: flag?.startsWith('critical') ? 'urgent' : null,
    notMeasured: null,
    comment: null,
    method: null,
    ...changes,
  },
})
const word = (name: string, said: string, flag: ResultValue['flag']) =>
  value(name, flag, { kind: 'choice', value: said, low: null, high: null, basis: null })
const absent = value('a', null, {
  ...{ value: notMeasuredWords('insufficient_specimen'), notMeasured: 'insufficient_specimen' },
  ...{ low: null, high: null, basis: null },
})
const childs = value('a', null, { low: null, high: null, basis: 'adults_only' })

test('a line has the limits of pregnancy once a value says that the patient is pregnant', () => {
  const limit = { trimesters: [1, 2, 3], low: null, high: 14, isSigned: false } satisfies PregnancyLimit
  const asking = { ...line, position: 2, kind: 'choice', asksPregnancy: true } as const
  const lines = [{ ...line, inPregnancy: [limit] }, asking]
  expect(withPregnancyLimits(lines, { 1: '14.5', 2: 'Pregnant, week not known' })[0]).toMatchObject({
    ...{ high: 14, basis: 'pregnancy' },
  })
  for (const typed of [{}, { 2: 'Not pregnant' }, { 1: 'Pregnant, week not known' }])
    expect(withPregnancyLimits(lines, typed)[0]).toMatchObject({ high: 15, basis: 'catalogue' })
})

test('a typed value is marked at once, and an invalid one says why', () => {
  expect(markOf(line, ' 6.9 ')).toEqual({ flag: 'critical_low' })
  expect(markOf(line, '')).toEqual({ flag: null })
  expect(markOf(line, 'lots')).toEqual({ wrong: 'give a number, such as 4.5 or <0.1' })
})

test('a typed value says what to check', () => {
  expect(typedWarnings(line, '14')).toEqual([])
  expect(typedWarnings(line, '')).toEqual([])
  expect(typedWarnings(line, ' 26 ').map(({ words }) => words)).toEqual([
    'Hardly any patient has this value. Check the unit: g/dL or g/L.',
    'A large change since the last value. Check the name on the tube.',
  ])
})

test('a typed value beyond a limit that stops says that a verifier must say why', () => {
  const [limit, change] = line.warningLimits
  if (!limit || !change) return expect.unreachable()
  const stopping = { ...line, warningLimits: [{ ...limit, stops: true }, change] }
  expect(typedWarnings(stopping, '26')[0]).toEqual({
    words:
      'Hardly any patient has this value. Check the unit: g/dL or g/L. If it is right, a verifier must say why.',
    stops: true,
  })
  expect(stoppedLines([stopping], { 1: '26' })).toEqual([stopping])
  // A change and a limit that does not stop only warn.
  expect(stoppedLines([stopping], { 1: '20' })).toEqual([])
  expect(stoppedLines([line], { 1: '26' })).toEqual([])
})

test('a verifier says why of each value that stops and has no reason yet', () => {
  const values = [value('a', null), value('b', null, { position: 2 }), value('c', null, { position: 3 })]
  const warning = (position: number, stops: boolean) => ({
    ...{ position, kind: 'implausible' as const, check: 'the unit', stops },
  })
  const confirmations = [{ position: 2, by: 'Tola', at: '', reason: 'Repeated' }]
  const warnings = [warning(1, true), warning(2, true), warning(3, false)]
  const version = { values, warnings, confirmations } as unknown as LabReport['versions'][number]
  expect(toConfirm({ versions: [version] })).toMatchObject([{ position: 1, check: 'the unit' }])
  expect(toConfirm({ versions: [] })).toEqual([])
})

test('a typed red cell index says when it does not fit the values that it follows from', () => {
  const calculation: Calculation = {
    ...({ formula: 'mcv', from: [2, 3], units: null, mayBeTyped: true } as const),
    ...({ sex: 'Female', age: 30, isPregnant: false } as const),
  }
  const mcv: AnalyteLine = { ...line, name: 'MCV', unit: 'fL', calculation }
  const lines = [mcv, { ...line, position: 2, name: 'PCV' }, { ...line, position: 3, name: 'RBC' }]
  const words = (typed: string, red = '4.5') => contradictionWords(mcv, lines, { 1: typed, 2: '36', 3: red })
  expect(words('95')).toBe('This value does not fit the others. Check PCV and RBC, which give 80.0.')
  expect([words('82'), words(''), words('95', ''), words('95', '4,5')]).toEqual([null, null, null, null])
  expect(contradictionWords({ ...mcv, calculation: null }, lines, { 1: '95', 2: '36', 3: '4.5' })).toBe(null)
})

test('the verifier and who releases read which values to check', () => {
  const warned = (may: LabReport['may'], ...positions: number[]) => {
    const values = [value('a', null), value('b', null, { position: 2 })]
    const warnings = positions.map((position) => ({
      ...{ position, kind: 'implausible' as const, check: 'the unit', stops: false },
    }))
    const version = { values, warnings } as unknown as LabReport['versions'][number]
    return toCheckWords({ versions: [version], may })
  }
  expect(warned(['verify'], 1, 2)).toBe('2 values to check before you verify: a, b')
  expect(warned(['release'], 2, 2)).toBe('A value to check before you release: b')
  expect(warned(['enter'], 2)).toBe(null)
  expect(warned(['verify'])).toBe(null)
})

test('a line that was not measured has no mark, and is among no values within or outside', () => {
  for (const kind of ['quantity', 'choice', 'text'] as const)
    expect(markOf({ ...line, kind, choices: ['Seen'] }, notMeasuredWords('not_available'))).toEqual({
      flag: null,
    })
  expect(summaryOf([absent])).toBe('This could not be measured. The lab says why below.')
  expect(summaryOf([absent, value('b', 'normal'), value('c', 'high')])).toBe(
    summaryOf([value('b', 'normal'), value('c', 'high')]),
  )
})

test('a change is shown only between plain numbers of one unit', () => {
  expect(changeSince(line, '14')).toBe('up 0.8')
  expect(changeSince(line, '10.2')).toBe('down 3')
  expect(changeSince(line, '<7')).toBe(null)
  expect(changeSince({ ...line, unit: 'g/L' }, '14')).toBe(null)
  expect(changeSince({ ...line, last: null }, '14')).toBe(null)
})

test('of a long text that was found last, only the beginning is shown', () => {
  const text: AnalyteLine = { ...line, kind: 'text', unit: null }
  const last = (found: string) =>
    lastWords({ ...text, last: { value: found, unit: null, at: '2026-01-01T00:00:00Z' } }, '')
  expect(last('No growth')).toMatch(/^Last: No growth, /)
  const inMoles = {
    ...line,
    unit: 'mg/dL',
    last: { value: '5.0', unit: 'mmol/L', at: '2026-01-01T00:00:00Z' },
  }
  expect(lastWords(inMoles, '126')).toMatch(/^Last: 5\.0 mmol\/L, [^,]*$/)
  expect(last('a'.repeat(81))).toMatch(/^Last: a{80}…, /)
})

test('a text of several lines, or too long for a column, is laid out as paragraphs', () => {
  const isLong = (found: string, kind: ResultValue['kind'] = 'text') =>
    isLongText(value('a', null, { kind, value: found }))
  expect([isLong('No growth'), isLong('One.\nTwo.'), isLong('a'.repeat(61))]).toEqual([false, true, true])
  expect(isLong('a'.repeat(61), 'choice')).toBe(false)
})

test('the banner names the critical values alone, those to act on at once first', () => {
  const named = (name: string, flag: ResultValue['flag'], tier: ResultValue['tier'], found: string) =>
    value(name, flag, { tier, value: found, unit: 'mmol/L' })
  const values = [
    named('Sodium', 'low', null, '128'),
    named('Urea', 'critical_high', 'urgent', '32'),
    named('Potassium', 'critical_high', 'immediate', '7.1'),
    value('Culture', 'critical_abnormal', { kind: 'choice', tier: 'immediate', value: 'Growth', unit: null }),
  ]
  expect(criticalWords(values)).toBe('Potassium 7.1 mmol/L, Culture Growth, Urea 32 mmol/L')
  expect(criticalWords([named('Sodium', 'low', null, '128')])).toBe('')
  const isolate = (organism: string) => ({ organism, quantity: 'scanty', agents: [] })
  const found = [isolate('Vibrio cholerae O1'), isolate('Shigella sonnei')]
  const typed = 'Vibrio cholerae O1, scanty\n- Doxycycline: S\n\nShigella sonnei, scanty'
  const culture = value('Organisms', 'critical_abnormal', { kind: 'text', value: typed })
  expect(criticalWords([{ ...culture, isolates: { found, breakpoints: null } }])).toBe(
    'Organisms Vibrio cholerae O1 and Shigella sonnei',
  )
})

test('the patient reads how many values are outside', () => {
  expect(summaryOf([value('a', null)])).toMatch(/no usual interval/)
  expect(summaryOf([value('a', 'normal'), value('b', 'normal')])).toBe(
    'All 2 values that have a usual interval are within it.',
  )
  expect(summaryOf([value('a', 'normal'), value('b', 'high')])).toBe(
    '1 of 2 values is outside its usual interval. The others are within it.',
  )
})

test('results in words have sentences of their own, and no interval', () => {
  expect(summaryOf([word('HIV 1 and 2', 'Reactive', 'abnormal')])).toBe(
    'HIV 1 and 2: “Reactive”. That is not what is usually found.',
  )
  expect(summaryOf([word('Malaria antigen', 'Negative', 'normal')])).toBe(
    'Malaria antigen: “Negative”. That is what is usually found.',
  )
  const dipstick = [word('Glucose', 'Negative', 'normal'), word('Protein', '2+', 'abnormal')]
  expect(summaryOf(dipstick)).toBe('1 of 2 findings in words is not what is usually found: Protein, “2+”.')
  expect(summaryOf([value('pH', 'normal'), ...dipstick])).toMatch(/^pH is within its usual interval\. 1 of 2/)
  for (const said of [dipstick, [word('HIV', 'Reactive', 'abnormal')]])
    expect(summaryOf(said)).not.toMatch(/interval/)
})

test('a child’s values without an interval say so, and are neither within nor outside', () => {
  expect(summaryOf([childs])).toMatch(/for adults, and the patient was under 18/)
  expect(summaryOf([childs])).not.toMatch(/within|outside/)
  expect(summaryOf([value('Haemoglobin', 'normal', { basis: 'lab' }), childs, childs])).toBe(
    'Haemoglobin is within its usual interval. The other 2 are not marked. Their usual intervals are for adults, and the patient was under 18.',
  )
  expect(nextStepOf([childs])).toMatch(/a doctor who sees children/)
})

test('a marked value shows what to do next, and an unmarked one does not', () => {
  expect(nextStepOf([word('HIV', 'Reactive', 'abnormal')])).toMatch(/ask for another test/)
  expect(nextStepOf([value('a', 'low')])).toMatch(/to a doctor soon, or today if you feel unwell/)
  expect(nextStepOf([value('a', 'low'), value('b', 'critical_high')])).toMatch(
    /^Call the lab or a doctor today\. .*go to a hospital/,
  )
  const now = value('c', 'critical_low', { tier: 'immediate' })
  expect(nextStepOf([value('b', 'critical_high'), now])).toMatch(
    /^Call the lab now\. If you cannot reach them, go to a hospital/,
  )
  expect(nextStepOf([value('a', 'normal'), word('b', 'Negative', 'normal')])).toBe(null)
})

test('no advice tells anyone to wait with a treatment, or to start or stop a medicine', () => {
  const advice = [copy.nextStepNow, copy.nextStepToday, copy.nextStepFinding, copy.nextStepOutside]
  for (const words of [...advice, copy.nextStepChild, isolates.whatItMeans])
    expect.soft(words).not.toMatch(/\b(start|stop)\b|next visit|before anything is certain|\bwait/i)
})

test('the reader of a report in words alone, such as a histology, is sent to a doctor', () => {
  const text = (changes: Partial<ResultValue> = {}) =>
    value('Diagnosis', null, { kind: 'text', value: 'Invasive carcinoma.', ...changes })
  expect(nextStepOf([text(), text()])).toBe(copy.nextStepWords)
  expect(nextStepOf([text({ notMeasured: 'unsuitable_specimen' })])).toBeNull()
  expect(nextStepOf([value('a', 'normal'), text()])).toBeNull()
  expect(nextStepOf([])).toBeNull()
})

test('a critical finding in words is called unusual, and its next step follows its tier', () => {
  const finding = (tier: 'immediate' | 'urgent') => ({
    ...word('Malaria parasites', '+++', 'critical_abnormal'),
    tier,
  })
  expect(summaryOf([finding('urgent')])).toBe('Malaria parasites: “+++”. That is not what is usually found.')
  expect(nextStepOf([finding('urgent')])).toMatch(/^Call the lab or a doctor today/)
  expect(nextStepOf([finding('immediate')])).toMatch(/^Call the lab now/)
})

test('only an existing interval is marked as to be confirmed', () => {
  expect(isUnconfirmed(value('a', 'low', { basis: 'unconfirmed' }))).toBe(true)
  expect(isUnconfirmed(value('a', null, { basis: 'unconfirmed', low: null, high: null }))).toBe(false)
  expect(isUnconfirmed(value('a', 'low'))).toBe(false)
})

test('a report shows its state', () => {
  const report: LabReport = {
    ...{ id: '', test: '', partOf: null, sensitive: null, needsCounselling: false, ready: true },
    ...{ analytes: [], versions: [] },
    ...{ linesVersion: '0000000000000000', doctorMayTalk: false, doctorTalked: null, may: [], draft: null },
    ...{ takenAt: null, accessions: [], needsBirthDate: false, call: null, missing: [] },
  }
  expect(standing(report).words).toBe('To be entered')
  expect(standing({ ...report, ready: false }).words).toBe('Waiting for its sample')
  const versions = [{ state: 'draft', values: [childs] } as unknown as LabReport['versions'][number]]
  expect(standing({ ...report, versions }).words).toBe('To be verified')
  expect(standing({ ...report, versions, missing: ['MCV'] }).words).toBe('Values missing')
  const adding = (state: string) =>
    standing({
      ...report,
      versions: versions.map((one) => ({ ...one, addsOnly: true, state }) as typeof one),
    }).words
  expect(['draft', 'verified', 'released', 'withdrawn'].map(adding)).toEqual([
    ...['Addition: to be verified', 'Addition: to be released', 'Released with an addition', 'Withdrawn'],
  ])
})

test('a report whose preliminary version is out is completed, and then verified like another', () => {
  const at = '2026-11-22T09:00:00.000Z'
  const later = '2026-11-22T12:00:00.000Z'
  const version = (changes: object) => changes as unknown as LabReport['versions'][number]
  const first = version({ number: 1, state: 'released', preliminary: true, releasedAt: at })
  const next = (enteredAt: string, changes: object = {}) =>
    version({ number: 2, state: 'draft', completes: true, enteredAt, values: [childs], ...changes })
  const words = (newest: LabReport['versions'][number], missing: string[] = []) =>
    standing({ versions: [newest, first], ready: true, missing } as unknown as LabReport).words
  expect(words(next(at))).toBe('Preliminary: to be completed')
  expect(words(next(later), ['Platelets'])).toBe('Preliminary: to be completed')
  expect(words(next(later))).toBe('To be verified')
  expect(words(next(later, { completes: false }))).toBe('Correction: to be verified')
  expect(words(next(later, { state: 'verified', preliminary: true }))).toBe('Preliminary: to be released')
  expect(words(next(later, { state: 'verified' }))).toBe('To be released')
})

test('a method can be corrected where a value stands as it was released, and the lab has another method now', () => {
  const draft = { state: 'draft' as const, values: [] }
  const before = (method: string | null, state: 'released' | 'withdrawn' = 'released') => [
    draft,
    { state, values: [value('Haemoglobin', 'normal', { value: '13', method })] },
  ]
  expect(otherMethodOf(line, before('By eye'), ' 13 ')).toBe('By eye')
  expect(otherMethodOf({ ...line, method: null }, before('By eye'), '13')).toBe('By eye')
  expect(otherMethodOf(line, before('By eye'), '14')).toBe(null)
  expect(otherMethodOf(line, before('Cyanmethaemoglobin'), '13')).toBe(null)
  expect(otherMethodOf(line, before('By eye', 'withdrawn'), '13')).toBe(null)
  expect(otherMethodOf(line, [draft], '13')).toBe(null)
})

test('a value that was converted says what was sent, as long as it stands', () => {
  const sent = { value: '1310', unit: 'mg/dL' }
  const version = { values: [{ ...value('Haemoglobin', 'normal', { value: '13.1' }), sent }] }
  expect(sentWords(version, 1)).toBe('Sent as 1310 mg/dL')
  expect([sentWords(version, 1, ' 13.1'), sentWords(version, 1, '13.2'), sentWords(version, 2)]).toEqual([
    ...['Sent as 1310 mg/dL', null, null],
  ])
  expect(sentWords({ values: [{ ...value('Haemoglobin', 'normal'), sent: null }] }, 1)).toBe(null)
})

test('a code is shown in groups', () => {
  expect(tidyCode('abcd efgh-jkmn pqrs')).toBe('ABCD-EFGH-JKMN-PQRS')
})

test('the age and sex used for a value are shown, as far as they are known', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const about = { patientName: 'Ada Obi', gender: 'Female', bornOn: '1985-03-27' } as const
  expect(aboutWords(about, now)).toBe('Ada Obi · Female, born 27 March 1985 (41 years)')
  expect(aboutWords({ ...about, bornOn: null }, now)).toBe('Ada Obi · Female')
  expect(bornWords('2026-11-19', [now])).toBe('born 19 November 2026 (3 days)')
})

test('a lab reads the age of the patient on the day of the sample, by which the values are judged', () => {
  const now = new Date('2026-12-22T12:00:00Z')
  const words = (...taken: readonly (string | null)[]) =>
    bornWords(
      '2026-11-19',
      sampleTimes(
        taken.map((takenAt) => ({ takenAt })),
        now,
      ),
    )
  // After midnight in Lagos.
  expect(words('2026-11-21T23:30:00Z')).toBe('born 19 November 2026 (3 days)')
  expect(words('2026-11-22T09:00:00Z', null, '2026-11-22T10:00:00Z')).toBe('born 19 November 2026 (3 days)')
  expect(words('2026-11-24T09:00:00Z', '2026-11-22T09:00:00Z')).toBe('born 19 November 2026 (3 days, 5 days)')
  expect(words(null)).toBe('born 19 November 2026 (1 month)')
  expect(words()).toBe('born 19 November 2026 (1 month)')
})
