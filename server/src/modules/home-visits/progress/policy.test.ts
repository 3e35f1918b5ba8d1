import { nextStep } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { type Facts, nextOf, type Sample } from './policy.ts'

const at = (clock: string) => new Date(`2026-11-23T${clock}:00+01:00`)
const expected: Sample = { state: 'expected', isAgain: false, isLeftOut: false }
const again: Sample = { ...expected, isAgain: true }
const leftOut: Sample = { ...expected, isLeftOut: true }
const taken: Sample = { ...expected, state: 'collected' }
const received: Sample = { ...expected, state: 'received' }
const home: Facts = {
  ...{ state: 'scheduled', mode: 'sampleCollection', awaitsChoice: false },
  ...{ day: '2026-11-23', time: '09:00', visit: null, samples: [expected], now: at('08:00') },
  isReached: true,
}
const nowhere: Facts = { ...home, isReached: false }
const walkIn: Facts = { ...home, mode: 'walkin', day: null, time: null, samples: [] }
const visit = (state: NonNullable<Facts['visit']>['state'], hasArrived = false) => ({
  visit: { state, hasArrived },
})

const cases: [string, Facts, string][] = [
  ['waits for its money', { ...home, state: 'awaiting_payment' }, 'pay'],
  [
    'has money that came late, and no one has said what becomes of it',
    { ...home, awaitsChoice: true },
    'choose',
  ],
  ['is paid, and its visit is not opened yet', home, 'visit'],
  ['has a visit that no one was sent to yet', { ...home, ...visit('requested') }, 'visit'],
  ['has a visit that someone goes to', { ...home, ...visit('assigned') }, 'visit'],
  ['has someone late in their window', { ...home, ...visit('assigned'), now: at('10:59') }, 'visit'],
  ['has someone on the way', { ...home, ...visit('on_the_way') }, 'on_the_way'],
  ['has someone at the door', { ...home, ...visit('on_the_way', true) }, 'with_patient'],
  ['had no one to send at its time', { ...home, ...visit('requested'), now: at('09:00') }, 'overdue'],
  ['was paid just when its visit had passed', { ...home, now: at('12:00') }, 'overdue'],
  ['had someone to come who did not set off', { ...home, ...visit('assigned'), now: at('11:01') }, 'overdue'],
  ['waits where no one goes', { ...nowhere, ...visit('requested') }, 'nobody_goes'],
  ['waited where no one goes', { ...nowhere, ...visit('requested'), now: at('12:00') }, 'nobody_goes'],
  ['was missed where no one goes any more', { ...nowhere, ...visit('missed') }, 'nobody_goes'],
  ['had someone who went nowhere', { ...nowhere, ...visit('assigned'), now: at('11:01') }, 'nobody_goes'],
  ['was given by hand where no one goes', { ...nowhere, ...visit('assigned') }, 'visit'],
  ['has someone on the way where no one else goes', { ...nowhere, ...visit('on_the_way') }, 'on_the_way'],
  [
    'lost a sample where no one goes any more',
    { ...nowhere, ...visit('delivered'), samples: [received, again] },
    'nobody_goes',
  ],
  ['has late money where no one goes', { ...nowhere, awaitsChoice: true }, 'choose'],
  ['is no one’s to go to', { ...walkIn, isReached: false }, 'walk_in'],
  [
    'had someone on the way who was not heard of',
    { ...home, ...visit('on_the_way'), now: at('11:01') },
    'unheard',
  ],
  [
    'has someone with the patient beyond the window',
    { ...home, ...visit('on_the_way', true), now: at('11:30') },
    'with_patient',
  ],
  [
    'had someone let in and not heard of since',
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
    'lost a sample, and no one is to come',
    { ...home, ...visit('delivered'), samples: [received, again] },
    'again',
  ],
  [
    'lost a sample while another is left out',
    { ...home, ...visit('delivered'), samples: [leftOut, again] },
    'again',
  ],
  [
    'lost a sample, and another visit is ahead',
    { ...home, ...visit('assigned'), samples: [received, again] },
    'visit',
  ],
  [
    'lost a sample, and another visit was missed',
    { ...home, ...visit('missed'), samples: [received, again] },
    'missed',
  ],
  [
    'lost a sample of a visit long over',
    { ...home, ...visit('collected'), samples: [again], now: at('20:00') },
    'again',
  ],
  ['was taken in part', { ...home, ...visit('delivered'), samples: [taken, leftOut] }, 'left_out'],
  [
    'was taken in part, and another visit is ahead',
    { ...home, ...visit('requested'), samples: [taken, leftOut] },
    'visit',
  ],
  ['is to walk in', walkIn, 'walk_in'],
  ['is at the desk, with nothing taken', { ...walkIn, samples: [expected, expected] }, 'walk_in'],
  ['has given some at the desk', { ...walkIn, samples: [taken, expected] }, 'rest'],
  ['lost a sample that was taken at the lab', { ...walkIn, samples: [received, again] }, 'again'],
  ['is all taken', { ...home, state: 'sample_collected', ...visit('collected'), samples: [taken] }, 'to_lab'],
  ['is at the bench', { ...home, state: 'lab_processing', samples: [received] }, 'results'],
  ['has its results', { ...home, state: 'results_ready', samples: [received] }, 'read'],
  ['was cancelled', { ...home, state: 'cancelled', ...visit('cancelled') }, 'none'],
  ['has expired', { ...home, state: 'expired' }, 'none'],
]

describe('what happens next with an order that', () => {
  test.each(cases)('%s', (_, facts, next) => {
    expect(nextOf(facts)).toBe(next)
  })

  test('is in any case of these: none is left without one', () => {
    expect(new Set(cases.map(([, , next]) => next))).toEqual(new Set(nextStep.options))
  })
})
