import type { CallAttempt, CriticalCall, ReportVersion } from '@labalaba/contract'
import { expect, test } from 'vitest'
import {
  attemptsWords,
  attemptWords,
  bodyOf,
  callTitle,
  choicesOf,
  countWords,
  dialled,
  dueWords,
  endLook,
  endWords,
  isAboutEarlier,
  isOpen,
  isOverdue,
  isSentOne,
  leftWords,
  nothingTyped,
  openCallsLoading,
  personOf,
  problemsOf,
  reachedWords,
  spokenWords,
  standsForBanner,
  type TypedCall,
  takesCall,
  valuesToTell,
} from './policy.ts'

const due = '2026-11-27T13:32:00Z'
const at = (time: string) => new Date(`2026-11-27T${time}Z`)
const now = at('13:20:00')

const failed: CallAttempt = {
  ...{
    by: 'Sola',
    at: '2026-11-27T13:10:00Z',
    whom: 'patient',
    name: 'Ngozi Ezenwa',
    phone: '2348031234567',
  },
  ...{ reached: false, readBack: null, note: null },
}
const reached: CallAttempt = { ...failed, at: '2026-11-27T13:20:00Z', reached: true, readBack: true }

function callOf(changes: Partial<CriticalCall> = {}): CriticalCall {
  return {
    ...{ number: 1, tier: 'immediate', state: 'open', openedAt: '2026-11-27T13:02:00Z', dueAt: due },
    ...{ endedAt: null, attempts: [], mayEnd: false },
    contacts: [
      { whom: 'patient', name: 'Ngozi Ezenwa', phone: '2348031234567' },
      { whom: 'doctor', name: 'Dr Bello', phone: '2348098765432' },
    ],
    ...changes,
  }
}

const potassium: ReportVersion['values'][number] = {
  ...{ position: 2, name: 'Potassium', kind: 'quantity', isolates: null, value: '7.1', unit: 'mmol/L' },
  ...{ notMeasured: null, low: 3.5, high: 5.2, basis: 'catalogue', flag: 'critical_high', tier: 'immediate' },
  ...{ comment: null, method: null, sent: null },
}

type Version = Pick<ReportVersion, 'number' | 'state' | 'completes' | 'values'>

function versionOf(changes: Partial<Version> = {}): Version {
  return { number: 1, state: 'verified', completes: false, values: [potassium], ...changes }
}

const adult = { dob: '1985-03-27' }
const child = { dob: '2018-03-27' }
const choices = choicesOf(callOf(), adult, now)
const [patient] = choices

/** A call that was filled in as a reader does who reached the patient. */
function typedOf(changes: Partial<TypedCall> = {}): TypedCall {
  return { ...nothingTyped, choice: patient?.key ?? '', reached: 'yes', readBack: 'yes', ...changes }
}

test('the clock counts the minutes left, rounded up, and then those overdue', () => {
  const words = (time: string) => leftWords(callOf(), at(time))
  expect(words('13:02:00')).toBe('30 minutes left')
  expect(words('13:20:10')).toBe('12 minutes left')
  expect(words('13:31:30')).toBe('1 minute left')
  expect(words('13:32:00')).toBe('Overdue by 1 minute')
  expect(words('13:39:10')).toBe('Overdue by 8 minutes')
  expect(words('15:31:00')).toBe('Overdue by 119 minutes')
  expect(words('16:40:00')).toBe('Overdue by 3 hours')
})

test('a call that is due tomorrow counts hours, and names the day', () => {
  const urgent = callOf({ tier: 'urgent', dueAt: '2026-11-28T13:02:00Z' })
  expect(leftWords(urgent, at('13:02:00'))).toBe('24 hours left')
  expect(dueWords(urgent, now)).toBe('Call by 2:02 pm on Sat 28 Nov')
  expect(callTitle(urgent, now)).toBe('Critical result: call within 24 hours')
})

test('the server decides that a call is overdue, also for a device with a slow clock', () => {
  const late = callOf({ state: 'overdue' })
  expect(isOverdue(late, now)).toBe(true)
  expect(leftWords(late, now)).toBe('Overdue')
  expect(dueWords(late, now)).toBe('It was due at 2:32 pm')
  expect(callTitle(late, now)).toBe('Critical result: call now')
  expect(callTitle(callOf(), now)).toBe('Critical result: call within 30 minutes')
})

test('screen readers announce the clock twice, and not each minute', () => {
  const heard = ['13:05', '13:15', '13:22', '13:25', '13:31', '13:32', '13:40', '16:00'].map((time) =>
    spokenWords(callOf(), 'Potassium', at(`${time}:00`)),
  )
  expect([...new Set(heard)]).toEqual([
    '',
    'Potassium: less than 10 minutes left to call.',
    'Potassium: the call is overdue.',
  ])
})

test('only an open call, in time or late, needs action', () => {
  const open = (['open', 'overdue', 'reached', 'not_reached', 'void'] as const).filter((state) =>
    isOpen({ state }),
  )
  expect(open).toEqual(['open', 'overdue'])
})

test('a call that reached no one accepts a later one that reaches someone, if the server allows it', () => {
  const takes = (state: CriticalCall['state'], may: 'log_call'[]) => takesCall({ may }, { state })
  expect(takes('open', ['log_call'])).toBe(true)
  expect(takes('overdue', [])).toBe(true)
  expect(takes('not_reached', ['log_call'])).toBe(true)
  expect(takes('not_reached', [])).toBe(false)
  expect(takes('reached', ['log_call'])).toBe(false)
  expect(takes('void', ['log_call'])).toBe(false)
})

test('a successful call shows whom, when, by whom and whether it was read back', () => {
  const words = (attempts: CallAttempt[]) => reachedWords({ attempts }, now)
  expect(words([reached, failed])).toBe('Called Ngozi Ezenwa (patient) at 2:20 pm by Sola, read back')
  expect(words([{ ...reached, readBack: false }])).toMatch(/by Sola, not read back$/)
  expect(words([failed])).toBe(null)
  const tomorrow = new Date('2026-11-28T08:00:00Z')
  expect(reachedWords({ attempts: [reached] }, tomorrow)).toMatch(/at 2:20 pm on Fri 27 Nov by Sola/)
})

test('each end of a call has its own text, and an open call none', () => {
  const words = (changes: Partial<CriticalCall>) => endWords(callOf(changes), now)
  expect(words({ state: 'reached', attempts: [reached] })).toMatch(/^Called Ngozi/)
  expect(
    words({ state: 'not_reached', attempts: [failed, failed, failed], endedAt: '2026-11-27T13:15:00Z' }),
  ).toBe('3 calls reached no one. The lab ended it at 2:15 pm. We have asked our team to call.')
  expect(words({ state: 'void' })).toMatch(/not needed any more/)
  expect(words({ state: 'open' })).toBe('')
  expect(words({ state: 'overdue' })).toBe('')
})

test('a call is about an earlier value if a draft came after it, also one of the same number', () => {
  const call = callOf({ state: 'reached', attempts: [reached] })
  expect(isAboutEarlier(call, [versionOf({ number: 1, state: 'draft' })])).toBe(true)
  expect(isAboutEarlier(call, [versionOf({ number: 2 }), versionOf()])).toBe(true)
  expect(isAboutEarlier(call, [versionOf()])).toBe(false)
  expect(isAboutEarlier(call, [versionOf({ state: 'released' })])).toBe(false)
  expect(isAboutEarlier(call, [])).toBe(false)
})

test('a version that completes a preliminary one with the same critical values needs no other call', () => {
  const call = callOf({ state: 'reached', attempts: [reached] })
  const released = versionOf({ state: 'released' })
  const next = versionOf({ number: 2, state: 'draft', completes: true })
  expect(isAboutEarlier(call, [next, released])).toBe(false)
  expect(standsForBanner(call, [next, released])).toBe(true)
  const worse = { ...next, values: [{ ...potassium, value: '7.9' }] }
  expect(isAboutEarlier(call, [worse, released])).toBe(true)
  const another = { ...next, values: [potassium, { ...potassium, position: 3, name: 'Sodium' }] }
  expect(standsForBanner(call, [another, released])).toBe(false)
  expect(isAboutEarlier(call, [{ ...next, completes: false }, released])).toBe(true)
})

test('a call stands for the banner of the values that it is about, and never for that of a draft', () => {
  const verified = [versionOf()]
  expect(standsForBanner(callOf(), verified)).toBe(true)
  expect(standsForBanner(callOf({ state: 'reached' }), verified)).toBe(true)
  expect(standsForBanner(callOf({ state: 'reached' }), [versionOf({ state: 'draft' })])).toBe(false)
  expect(standsForBanner(callOf(), [versionOf({ number: 2 })])).toBe(false)
  expect(standsForBanner(callOf({ state: 'void' }), verified)).toBe(false)
  expect(standsForBanner(null, verified)).toBe(false)
})

test('only a call that was read back, about the newest values, is shown as calm', () => {
  const call = callOf({ state: 'reached', attempts: [reached, failed] })
  const notReadBack = { ...call, attempts: [{ ...reached, readBack: false }] }
  expect(endLook(call, false)).toBe('good')
  expect(endLook(call, true)).toBe('plain')
  expect(endLook(notReadBack, false)).toBe('warn')
  expect(endLook(notReadBack, true)).toBe('warn')
  expect(endLook(callOf({ state: 'not_reached', attempts: [failed] }), false)).toBe('warn')
  expect(endLook(callOf({ state: 'void' }), false)).toBe('plain')
})

test('an attempt shows who called whom on which number, the result, and its note', () => {
  expect(attemptWords(failed, now)).toBe(
    'Sola called Ngozi Ezenwa (patient) on 0803 123 4567 at 2:10 pm. No one was reached.',
  )
  expect(attemptWords({ ...reached, whom: 'guardian', note: 'Her mother.' }, now)).toBe(
    'Sola called Ngozi Ezenwa (parent or guardian) on 0803 123 4567 at 2:20 pm. Reached, read back. Note: Her mother.',
  )
})

test('attempts are counted in words', () => {
  expect(attemptsWords({ attempts: [] }, now)).toBe('')
  expect(attemptsWords({ attempts: [failed] }, now)).toBe('1 call logged, the last at 2:10 pm')
  expect(attemptsWords({ attempts: [reached, failed] }, now)).toBe('2 calls logged, the last at 2:20 pm')
  expect([0, 1, 2].map(countWords)).toEqual([
    'No call logged yet',
    '1 call, no one reached',
    '2 calls, no one reached',
  ])
})

test('a list of open calls that could not be loaded has failed, also if older calls are known', () => {
  const list = { data: undefined, error: null, failureCount: 0, errorUpdateCount: 0 }
  expect(openCallsLoading(list)).toBe('first')
  expect(openCallsLoading({ ...list, data: [] })).toBe('loaded')
  expect(openCallsLoading({ ...list, failureCount: 1 })).toBe('failed')
  expect(openCallsLoading({ ...list, error: new Error('away'), data: [] })).toBe('failed')
  // Without data, a new request forgets the error of the last one.
  expect(openCallsLoading({ ...list, errorUpdateCount: 1 })).toBe('failed')
  // A first try that failed is tried again at once: older calls stay as they are.
  expect(openCallsLoading({ ...list, data: [], failureCount: 1 })).toBe('loaded')
})

test('a number is dialled with the country code', () => {
  expect(dialled('0803 123 4567')).toBe('tel:+2348031234567')
  expect(dialled('2348031234567')).toBe('tel:+2348031234567')
  expect(dialled('112')).toBe('tel:112')
})

test('only the critical values of the version that the call is about are shown', () => {
  const value = (name: string, tier: 'immediate' | null) => ({ name, tier })
  const versions = [
    { number: 2, values: [value('Sodium', 'immediate')] },
    { number: 1, values: [value('Potassium', 'immediate'), value('Chloride', null)] },
  ] as unknown as ReportVersion[]
  expect(valuesToTell(versions, { number: 1 }).map(({ name }) => name)).toEqual(['Potassium'])
  expect(valuesToTell(versions, { number: 3 })).toEqual([])
})

test('the contacts can be chosen, for a child also a guardian on its number, and anyone else', () => {
  const whom = (given: typeof choices) => given.map((choice) => choice.whom)
  expect(whom(choices)).toEqual(['patient', 'doctor', 'other'])
  expect(whom(choicesOf(callOf(), { dob: null }, now))).toEqual(['patient', 'doctor', 'other'])
  const ofChild = choicesOf(callOf(), child, now)
  expect(whom(ofChild)).toEqual(['patient', 'doctor', 'guardian', 'other'])
  expect(ofChild[2]).toMatchObject({ name: '', phone: '0803 123 4567' })
  expect(ofChild[3]).toMatchObject({ name: '', phone: '' })
  const contacts = [{ whom: 'guardian', name: 'Ada Obi', phone: '2348031234567' }] as const
  expect(whom(choicesOf(callOf({ contacts: [...contacts] }), child, now))).toEqual(['guardian', 'other'])
})

test('what was typed about a person stays while another is chosen', () => {
  expect(personOf(typedOf(), choices)).toEqual({ name: 'Ngozi Ezenwa', phone: '0803 123 4567' })
  const typed = typedOf({ people: { other: { name: 'Chidi', phone: '0805 555 5555' } } })
  expect(personOf(typed, choices).name).toBe('Ngozi Ezenwa')
  expect(personOf({ ...typed, choice: 'other' }, choices).name).toBe('Chidi')
})

test('each missing answer has its message beside its field', () => {
  expect(Object.keys(problemsOf(nothingTyped, choices, callOf()))).toEqual(['whom', 'reached'])
  expect(problemsOf(typedOf(), choices, callOf())).toEqual({})
  expect(Object.keys(problemsOf(typedOf({ readBack: '' }), choices, callOf()))).toEqual(['readBack'])
  expect(problemsOf(typedOf({ reached: 'no', readBack: '' }), choices, callOf())).toEqual({})
  expect(Object.keys(problemsOf(typedOf({ choice: 'other' }), choices, callOf()))).toEqual(['name', 'phone'])
  expect(Object.keys(problemsOf(typedOf({ note: ' ab ' }), choices, callOf()))).toEqual(['note'])
  expect(Object.keys(problemsOf(typedOf({ choice: 'gone' }), choices, callOf()))).toEqual(['whom'])
  const ended = callOf({ state: 'not_reached' })
  expect(problemsOf(typedOf(), choices, ended)).toEqual({})
  expect(Object.keys(problemsOf(typedOf({ reached: 'no' }), choices, ended))).toEqual(['reached'])
})

test('the request has what the contract asks for, and a read-back only of someone who was reached', () => {
  expect(bodyOf(typedOf({ note: ' Well. ' }), choices, callOf())).toEqual({
    ...{ number: 1, whom: 'patient', name: 'Ngozi Ezenwa', phone: '2348031234567' },
    ...{ reached: true, readBack: true, note: 'Well.' },
  })
  expect(bodyOf(typedOf({ reached: 'no' }), choices, callOf())).toMatchObject({
    ...{ reached: false, readBack: null },
  })
})

test('an attempt whose answer was lost is recognised by its content', () => {
  const sent = (typed: TypedCall) => ({
    ...{ attempt: '', body: JSON.stringify(bodyOf(typed, choices, callOf())) },
  })
  expect(isSentOne(reached, sent(typedOf()))).toBe(true)
  expect(isSentOne({ ...reached, note: 'Well.' }, sent(typedOf({ note: 'Well.' })))).toBe(true)
  expect(isSentOne({ ...reached, note: 'Well.' }, sent(typedOf()))).toBe(false)
  expect(isSentOne(failed, sent(typedOf()))).toBe(false)
  expect(isSentOne(reached, nothingTyped.sent)).toBe(false)
})

test('a call is ended without having reached anyone only if the server lets the lab do so', () => {
  const ending = typedOf({ reached: 'no', end: true })
  expect(bodyOf(ending, choices, callOf())).not.toHaveProperty('end')
  expect(bodyOf(ending, choices, callOf({ mayEnd: true }))).toHaveProperty('end', true)
  expect(bodyOf({ ...ending, reached: 'yes' }, choices, callOf({ mayEnd: true }))).not.toHaveProperty('end')
})
