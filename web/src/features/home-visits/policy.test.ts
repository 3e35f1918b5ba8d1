import type { Round, RoundVisit, VisitActSent } from '@labalaba/contract'
import { expect, test } from 'vitest'
import {
  areaLine,
  collectedWords,
  countedWords,
  inOneLine,
  inOrder,
  isShort,
  labelIs,
  nextMoment,
  parted,
  readLabel,
  reasonsNow,
  refusedWords,
  stepOf,
  timesOf,
  wantedTubes,
  withActs,
} from './policy.ts'

const tube = (accession: string, state: 'expected' | 'collected' = 'expected') => ({
  accession,
  specimen: 'Venous blood',
  container: 'EDTA (purple top), 4 mL',
  state,
})
const visit: RoundVisit = {
  ...{ id: 'v1', round: 2, state: 'assigned', day: '2026-11-24', time: '09:00', fastingHours: 0 },
  patient: { name: 'Mama Obi', phone: '2348030000009', bornOn: '1961-04-12', gender: 'Female' },
  place: { address: '14 Adeniyi Jones Avenue', landmark: null, area: 'Yaba', state: 'Lagos' },
  tubes: [tube('261-00001'), tube('261-00002')],
  door: { salt: 's', check: 'ab' },
  arrivedAt: null,
  lab: { name: 'Yaba Lab', location: 'Yaba Main', address: '1 Herbert Macaulay Way' },
  ...{ delivered: null, counted: null },
}
const round: Round = { day: '2026-11-24', visits: [visit, { ...visit, id: 'v2' }] }
const at = '2026-11-24T08:10:00.000Z'
const act = (verb: object, changes: object = {}) =>
  ({ id: 'a', visit: 'v1', round: 2, at, ...verb, ...changes }) as VisitActSent

test('a round includes the acts, in order, at the visit where they were done', () => {
  const acts = [
    act({ verb: 'set_off' }),
    act({ verb: 'arrive', code: '123456' }),
    act({ verb: 'collect', isPatient: true, accessions: ['261-00001', '261-00002'] }),
  ]
  const steps = [0, 1, 2, 3].map((many) => {
    const [first, second] = withActs(round, acts.slice(0, many)).visits
    return [first && stepOf(first), second && stepOf(second)]
  })
  expect(steps).toEqual([
    ['set_off', 'set_off'],
    ['door', 'set_off'],
    ['samples', 'set_off'],
    ['deliver', 'set_off'],
  ])
  const [over] = withActs(round, [...acts, act({ verb: 'deliver', count: 2 })]).visits
  expect(over).toMatchObject({ state: 'delivered', delivered: { count: 2, received: 0 } })
  expect(parted(withActs(round, [act({ verb: 'miss', reason: 'unable' })])).over).toHaveLength(1)
})

test('the count of the lab is shown next to the samples taken, and stays when the phone adds acts', () => {
  expect(countedWords(visit)).toBe(null)
  const { counted: _, ...before } = visit
  expect([countedWords(before), isShort(before)]).toEqual([null, false])
  const [some] = withActs(
    { ...round, visits: [{ ...visit, state: 'collected', counted: { found: 2, of: 3 } }] },
    [act({ verb: 'deliver', count: 3 })],
  ).visits
  expect(some && [countedWords(some), isShort(some)]).toEqual(['Counted by the lab: 2 of 3', true])
  expect(isShort({ ...visit, counted: { found: 3, of: 3 } })).toBe(false)
})

test('a round carries only the samples taken, if others were missed', () => {
  const notTaken = [{ accession: '261-00002', reason: 'no_vein', note: null }]
  const collect = act({ verb: 'collect', isPatient: true, accessions: ['261-00001'], notTaken })
  const [one] = withActs(round, [act({ verb: 'set_off' }), collect]).visits
  expect(one?.tubes).toEqual([tube('261-00001', 'collected')])
  expect([collectedWords(2, 0), collectedWords(3, 1)]).toEqual([
    'Samples collected',
    '2 of 3 samples collected',
  ])
})

test('text is sent in one line, whatever was typed or pasted', () => {
  expect(inOneLine('  She felt\u0000 faint\n\tafter it. ')).toBe('She felt faint after it.')
})

test('acts for an earlier time of a visit change nothing', () => {
  expect(withActs(round, [act({ verb: 'set_off' }, { round: 1 })])).toEqual(round)
})

test('a label is read however it is typed, and recognised as expected, taken or of another visit', () => {
  expect(readLabel(' 26a -00001 ')).toBe('26A-00001')
  expect(labelIs('261-00001', visit, [])).toBe('wanted')
  expect(labelIs('261-00001', visit, ['261-00001'])).toBe('taken')
  expect(labelIs('261-00009', visit, [])).toBe('foreign')
  expect(wantedTubes({ tubes: [tube('a', 'collected'), tube('b')] })).toHaveLength(1)
})

test('areas are listed in one line', () => {
  expect(areaLine([])).toBe('no area yet')
  expect(
    areaLine([
      { state: 'Lagos', area: 'Ikeja' },
      { state: 'Lagos', area: 'Yaba' },
      { state: 'Ogun', area: '' },
    ]),
  ).toBe('Ikeja, Yaba (Lagos); all of Ogun')
  const four = ['Abia', 'Edo', 'Kano', 'Oyo'].map((state) => ({ state, area: '' }))
  expect(areaLine(four)).toBe('4 states')
})

test('a refused act shows the current state', () => {
  expect(refusedWords('not_found', 'x')).toMatch(/no longer yours/)
  expect(refusedWords('wrong_state', 'x')).toMatch(/has changed/)
  expect(refusedWords('wrong_labels', 'The labels')).toBe('The labels')
})

test('a visit begins with its window; before it “nobody at home” cannot be reported', () => {
  const early = new Date('2026-11-22T08:59:00+01:00')
  const begun = new Date('2026-11-22T09:00:00+01:00')
  const at = { day: '2026-11-22', time: '10:30', arrivedAt: null }
  expect(timesOf(at)).toEqual({ setOffFrom: new Date('2026-11-22T07:00:00+01:00'), begins: begun })
  expect(reasonsNow({ ...at, state: 'assigned' }, begun)).toEqual(['declined', 'unable'])
  expect(reasonsNow({ ...at, state: 'on_the_way' }, early)).toEqual(['declined', 'unable'])
  expect(reasonsNow({ ...at, state: 'on_the_way' }, begun)).toHaveLength(5)
})

test('acts stay in the order in which they were done, also when the clock stands still or is set back', () => {
  const now = new Date('2026-11-24T08:00:00.000Z')
  const first = { id: '1', at: nextMoment([], now) }
  const second = { id: '2', at: nextMoment([first], now) }
  const third = { id: '3', at: nextMoment([first, second], new Date('2026-11-24T07:00:00.000Z')) }
  expect([first, second, third].map(({ at }) => at)).toEqual([
    ...['2026-11-24T08:00:00.000Z', '2026-11-24T08:00:00.001Z', '2026-11-24T08:00:00.002Z'],
  ])
  expect(inOrder([second, third, first])).toEqual([first, second, third])
})
