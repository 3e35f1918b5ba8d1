import { describe, expect, test } from 'vitest'
import type { OrderState } from './order-state.ts'
import { promiseOf } from './promise.ts'
import type { Move } from './track/rules.ts'

const at = (moment: string) => new Date(`2026-11-${moment}+01:00`)
const walkIn = { collection_on: null, collection_time: null }
const visit = { collection_on: '2026-11-23', collection_time: '07:00' }
const received: Move[] = [
  { to: 'scheduled', at: at('22T08:00') },
  { to: 'sample_collected', at: at('23T07:40') },
  { to: 'lab_processing', at: at('23T09:10') },
]
const stands = (now: string, hours = 24, moves = received, state: OrderState = 'lab_processing') =>
  promiseOf({ state, ...walkIn }, moves, hours, at(now))

describe('results are promised', () => {
  test('by the slowest test’s hours after the lab received the samples, to the end of that hour', () => {
    expect(stands('23T10:00')).toMatchObject({ by: at('24T10:00'), since: 'received', stands: 'on_time' })
    const onTheHour: Move[] = [{ to: 'lab_processing', at: at('23T16:00') }]
    expect(stands('23T17:00', 24, onTheHour)?.by).toEqual(at('24T16:00'))
  })

  test('are due soon in the last quarter of those hours, and late from the instant of the promise', () => {
    const said = ['24T03:59:59', '24T04:00', '24T09:59:59', '24T10:00', '30T10:00'].map(
      (now) => stands(now)?.stands,
    )
    expect(said).toEqual(['on_time', 'soon', 'soon', 'late', 'late'])
  })

  test('by when the samples were taken, until the lab has them', () => {
    expect(stands('23T08:00', 24, received.slice(0, 2), 'sample_collected')).toMatchObject({
      ...{ by: at('24T08:00'), since: 'collected', stands: 'on_time' },
    })
  })

  test('by the end of a home visit that is ahead, which is never late; and by nothing once it has passed', () => {
    const planned = (now: string) =>
      promiseOf({ state: 'scheduled', ...visit }, received.slice(0, 1), 1, at(now))
    expect(planned('22T12:00')).toEqual({
      ...{ by: at('23T10:00'), since: 'planned', stands: 'on_time', movedFrom: null },
      changesAt: at('23T09:00'),
    })
    expect(planned('23T08:59')?.stands).toBe('on_time')
    expect(planned('23T09:00')).toBeNull()
  })

  test('of samples that came so late that it moved, with what was said before, and never calmer than that was', () => {
    const late: Move[] = [...received.slice(0, 2), { to: 'lab_processing', at: at('24T09:10') }]
    const told = (now: string) => {
      const { by, stands: how, movedFrom, changesAt } = stands(now, 24, late) ?? expect.unreachable()
      return { by, how, movedFrom, changesAt }
    }
    const [before, by] = [at('24T08:00'), at('25T10:00')]
    expect(told('24T10:00')).toEqual({ by, how: 'soon', movedFrom: before, changesAt: by })
    expect(told('25T10:00')).toMatchObject({ how: 'late', changesAt: null })
    const soonAfter: Move[] = [...received.slice(0, 2), { to: 'lab_processing', at: at('24T01:59') }]
    expect(stands('24T03:00', 24, soonAfter)).toMatchObject({ stands: 'on_time', movedFrom: null })
  })

  test('otherwise from the last quarter on, and from the promise on, as is said beforehand', () => {
    const onWay = (now: string) => stands(now, 24, received.slice(0, 2), 'sample_collected')
    expect(onWay('23T08:00')?.changesAt).toEqual(at('24T02:00'))
    expect(onWay('24T02:00')).toMatchObject({ stands: 'soon', changesAt: at('24T08:00') })
    expect(onWay('24T08:00')).toMatchObject({ stands: 'late', changesAt: null })
  })

  test('anew from the sample that was taken again', () => {
    const again: Move[] = [
      ...received,
      { to: 'scheduled', at: at('23T11:00') },
      { to: 'sample_collected', at: at('25T08:00') },
      { to: 'lab_processing', at: at('25T09:30') },
    ]
    expect(stands('25T10:00', 24, again)?.by).toEqual(at('26T10:00'))
    expect(stands('25T10:00', 24, again.slice(0, 4), 'scheduled')).toBeNull()
  })

  test.each(['awaiting_payment', 'scheduled', 'results_ready', 'cancelled', 'expired'] as const)(
    'by nothing for a walk-in that is %s',
    (state) => {
      expect(stands('24T09:00', 24, received, state)).toBeNull()
    },
  )
})
