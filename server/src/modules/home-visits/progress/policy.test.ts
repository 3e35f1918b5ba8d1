import { nextStep } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { type Facts, nextOf, type Sample } from './policy.ts'

const at = (clock: string) => new Date(`2026-11-23T${clock}:00+01:00`)
const expected: Sample = { state: 'expected', isAgain: false, isMissed: false }
const again: Sample = { ...expected, isAgain: true }
const leftOut: Sample = { ...expected, isMissed: true }
const taken: Sample = { ...expected, state: 'collected' }
const received: Sample = { ...expected, state: 'received' }
const home: Facts = {
  state: 'scheduled',
  mode: 'sampleCollection',
  awaitsChoice: false,
  day: '2026-11-23',
  time: '09:00',
  visit: null,
  samples: [expected],
  now: at('08:00'),
  isAreaServed: true,
}
const nowhere: Facts = { ...home, isAreaServed: false }
const walkIn: Facts = { ...home, mode: 'walkin', day: null, time: null, samples: [] }
const visit = (state: NonNullable<Facts['visit']>['state'], hasArrived = false) => ({
  visit: { state, hasArrived },
})

const cases: [string, Facts, string][] = [
  ['waits for its payment', { ...home, state: 'awaiting_payment' }, 'pay'],
  ['was paid late, and its owner has not chosen yet', { ...home, awaitsChoice: true }, 'choose'],
  ['is paid, and its visit is not opened yet', home, 'visit'],
  ['has a visit without a phlebotomist', { ...home, ...visit('requested') }, 'visit'],
  ['has a visit with a phlebotomist', { ...home, ...visit('assigned') }, 'visit'],
  [
    'has a phlebotomist who has not set off near the end of the window',
    { ...home, ...visit('assigned'), now: at('10:59') },
    'visit',
  ],
  ['has a phlebotomist on the way', { ...home, ...visit('on_the_way') }, 'on_the_way'],
  ['has a phlebotomist at the door', { ...home, ...visit('on_the_way', true) }, 'with_patient'],
  ['had no phlebotomist at its time', { ...home, ...visit('requested'), now: at('09:00') }, 'overdue'],
  ['was paid just when its visit had passed', { ...home, now: at('12:00') }, 'overdue'],
  ['had a phlebotomist who did not set off', { ...home, ...visit('assigned'), now: at('11:01') }, 'overdue'],
  ['waits in an area that is not served', { ...nowhere, ...visit('requested') }, 'nobody_goes'],
  [
    'waited past its time in an area that is not served',
    { ...nowhere, ...visit('requested'), now: at('12:00') },
    'nobody_goes',
  ],
  ['was missed in an area that is no longer served', { ...nowhere, ...visit('missed') }, 'nobody_goes'],
  [
    'had a phlebotomist who did not set off, in an area that is no longer served',
    { ...nowhere, ...visit('assigned'), now: at('11:01') },
    'nobody_goes',
  ],
  ['was assigned by hand in an area that is not served', { ...nowhere, ...visit('assigned') }, 'visit'],
  [
    'has a phlebotomist on the way in an area that is not served',
    { ...nowhere, ...visit('on_the_way') },
    'on_the_way',
  ],
  [
    'needs another sample in an area that is no longer served',
    { ...nowhere, ...visit('delivered'), samples: [received, again] },
    'nobody_goes',
  ],
  ['was paid late in an area that is not served', { ...nowhere, awaitsChoice: true }, 'choose'],
  ['is a walk-in in an area that is not served', { ...walkIn, isAreaServed: false }, 'walk_in'],
  [
    'has a phlebotomist on the way who reported nothing within the window',
    { ...home, ...visit('on_the_way'), now: at('11:01') },
    'unheard',
  ],
  [
    'has a phlebotomist with the patient after the window',
    { ...home, ...visit('on_the_way', true), now: at('11:30') },
    'with_patient',
  ],
  [
    'has a phlebotomist who was let in and reported nothing for an hour after the window',
    { ...home, ...visit('on_the_way', true), now: at('12:01') },
    'unheard',
  ],
  ['was missed', { ...home, ...visit('missed') }, 'missed'],
  [
    'was missed, on a day that is over',
    { ...home, ...visit('missed'), now: new Date('2026-11-25T08:00:00Z') },
    'missed',
  ],
  [
    'needs another sample, and no visit is ahead',
    { ...home, ...visit('delivered'), samples: [received, again] },
    'again',
  ],
  [
    'needs another sample, and a second one was not taken',
    { ...home, ...visit('delivered'), samples: [leftOut, again] },
    'again',
  ],
  [
    'needs another sample, and another visit is ahead',
    { ...home, ...visit('assigned'), samples: [received, again] },
    'visit',
  ],
  [
    'needs another sample, and another visit was missed',
    { ...home, ...visit('missed'), samples: [received, again] },
    'missed',
  ],
  [
    'needs another sample after a visit long over',
    { ...home, ...visit('collected'), samples: [again], now: at('20:00') },
    'again',
  ],
  ['was taken in part', { ...home, ...visit('delivered'), samples: [taken, leftOut] }, 'left_out'],
  [
    'was taken in part, and another visit is ahead',
    { ...home, ...visit('requested'), samples: [taken, leftOut] },
    'visit',
  ],
  ['is a walk-in', walkIn, 'walk_in'],
  ['is a walk-in with no sample taken', { ...walkIn, samples: [expected, expected] }, 'walk_in'],
  ['is a walk-in with some samples taken', { ...walkIn, samples: [taken, expected] }, 'rest'],
  ['is a walk-in that needs another sample', { ...walkIn, samples: [received, again] }, 'again'],
  [
    'has all samples taken',
    { ...home, state: 'sample_collected', ...visit('collected'), samples: [taken] },
    'to_lab',
  ],
  ['has all samples at the lab', { ...home, state: 'lab_processing', samples: [received] }, 'results'],
  ['has its results', { ...home, state: 'results_ready', samples: [received] }, 'read'],
  ['was cancelled', { ...home, state: 'cancelled', ...visit('cancelled') }, 'none'],
  ['has expired', { ...home, state: 'expired' }, 'none'],
]

describe('the next step of an order that', () => {
  test.each(cases)('%s', (_, facts, next) => {
    expect(nextOf(facts)).toBe(next)
  })

  test('is tested for every value', () => {
    expect(new Set(cases.map(([, , next]) => next))).toEqual(new Set(nextStep.options))
  })
})
