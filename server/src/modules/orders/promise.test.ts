import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderState } from './order-state-machine.ts'
import { promiseBy, promiseOf } from './promise.ts'

const at = (moment: string) => new Date(`2026-11-${moment}+01:00`)
const walkIn = { collection_on: null, collection_time: null }
const visit = { collection_on: '2026-11-23', collection_time: '07:00' }
const always = 'Mon-Sun 00:00-24:00'
const move = (to: OrderState, moment: string, openingHours = always) => ({ to, at: at(moment), openingHours })
const received = [
  move('scheduled', '22T08:00'),
  move('sample_collected', '23T07:40'),
  move('lab_processing', '23T09:10'),
]
const stands = (now: string, hours = 24, moves = received, state: OrderState = 'lab_processing') =>
  promiseOf({ state, ...walkIn }, moves, { hours, openingHours: always }, at(now))

describe('results are promised', () => {
  test('by the slowest test’s hours after the lab received the samples, to the end of that hour', () => {
    expect(stands('23T10:00')).toMatchObject({ by: at('24T10:00'), since: 'received', stands: 'on_time' })
    const onTheHour = [move('lab_processing', '23T16:00')]
    expect(stands('23T17:00', 24, onTheHour)?.by).toEqual(at('24T16:00'))
  })

  test('are due soon in the last quarter of those hours, and late from the promised instant', () => {
    const said = ['24T03:59:59', '24T04:00', '24T09:59:59', '24T10:00', '30T10:00'].map(
      (now) => stands(now)?.stands,
    )
    expect(said).toEqual(['on_time', 'soon', 'soon', 'late', 'late'])
  })

  test('counted from the collection, until the lab has the samples', () => {
    expect(stands('23T08:00', 24, received.slice(0, 2), 'sample_collected')).toMatchObject({
      by: at('24T08:00'),
      since: 'collected',
      stands: 'on_time',
    })
  })

  test('counted from the end of a future home visit, which is never late; and not at all once it has passed', () => {
    const planned = (now: string, openingHours = always) =>
      promiseOf({ state: 'scheduled', ...visit }, received.slice(0, 1), { hours: 1, openingHours }, at(now))
    expect(planned('22T12:00')).toEqual({
      by: at('23T10:00'),
      since: 'planned',
      stands: 'on_time',
      movedFrom: null,
      changesAt: at('23T09:00'),
    })
    expect(planned('23T08:59')?.stands).toBe('on_time')
    expect(planned('23T09:00')).toBeNull()
    expect(planned('22T12:00', 'Mon 12:00-18:00')?.by).toEqual(at('23T13:00'))
  })

  test('later when samples came so late that it moved, with the earlier promise, and never rated better than that', () => {
    const late = [...received.slice(0, 2), move('lab_processing', '24T09:10')]
    const told = (now: string) => {
      const { by, stands: how, movedFrom, changesAt } = stands(now, 24, late) ?? expect.unreachable()
      return { by, how, movedFrom, changesAt }
    }
    const [before, by] = [at('24T08:00'), at('25T10:00')]
    expect(told('24T10:00')).toEqual({ by, how: 'soon', movedFrom: before, changesAt: by })
    expect(told('25T10:00')).toMatchObject({ how: 'late', changesAt: null })
    const soonAfter = [...received.slice(0, 2), move('lab_processing', '24T01:59')]
    expect(stands('24T03:00', 24, soonAfter)).toMatchObject({ stands: 'on_time', movedFrom: null })
  })

  test('otherwise due soon in the last quarter, and late from the promise, as announced', () => {
    const onWay = (now: string) => stands(now, 24, received.slice(0, 2), 'sample_collected')
    expect(onWay('23T08:00')?.changesAt).toEqual(at('24T02:00'))
    expect(onWay('24T02:00')).toMatchObject({ stands: 'soon', changesAt: at('24T08:00') })
    expect(onWay('24T08:00')).toMatchObject({ stands: 'late', changesAt: null })
  })

  test('anew from the sample that was taken again', () => {
    const again = [
      ...received,
      move('scheduled', '23T11:00'),
      move('sample_collected', '25T08:00'),
      move('lab_processing', '25T09:30'),
    ]
    expect(stands('25T10:00', 24, again)?.by).toEqual(at('26T10:00'))
    expect(stands('25T10:00', 24, again.slice(0, 4), 'scheduled')).toBeNull()
  })

  test.each(['awaiting_payment', 'scheduled', 'results_ready', 'cancelled', 'expired'] as const)(
    'not at all for a walk-in that is %s',
    (state) => {
      expect(stands('24T09:00', 24, received, state)).toBeNull()
    },
  )

  const week = 'Mon-Fri 07:30-18:00; Sat 08:00-16:00'
  const inWeek = [move('sample_collected', '23T16:50', week), move('lab_processing', '23T20:30', week)]

  test('never at night: if the lab is closed then, for the end of its first whole open hour', () => {
    expect(stands('23T21:00', 4, inWeek)).toMatchObject({ by: at('24T09:00'), since: 'received' })
    expect(stands('23T17:00', 4, inWeek, 'sample_collected')?.by).toEqual(at('24T09:00'))
    const saturday = [move('lab_processing', '28T14:00', week)]
    expect(stands('28T15:00', 24, saturday)?.by).toEqual(at('30T09:00'))
  })

  test('and in the night are due soon and late by the promised time', () => {
    const said = ['24T00:30', '24T07:59:59', '24T08:00', '24T08:59:59', '24T09:00'].map((now) => {
      const { stands: how, movedFrom } = stands(now, 4, inWeek) ?? expect.unreachable()
      return [how, movedFrom]
    })
    expect(said.map(([how]) => how)).toEqual(['on_time', 'on_time', 'soon', 'soon', 'late'])
    expect(said.every(([, movedFrom]) => movedFrom === null)).toBe(true)
  })

  test('by the lab’s opening hours when it was promised, whatever they are now', () => {
    const told = stands('23T21:00', 4, inWeek)
    const closed = { hours: 4, openingHours: `${week}; 2026-11-24 closed` }
    expect(promiseOf({ state: 'lab_processing', ...walkIn }, inWeek, closed, at('23T21:00'))).toEqual(told)
  })

  test('never before the plain sum of hours, and never earlier for later samples', () => {
    const moment = fc.date({ min: at('20T00:00'), max: at('28T00:00'), noInvalidDate: true })
    const hours = fc.integer({ min: 1, max: 200 })
    fc.assert(
      fc.property(moment, moment, hours, (one, other, most) => {
        const [first, then] = one <= other ? [one, other] : [other, one]
        const by = promiseBy(week)(first, most)
        expect(by.getTime()).toBeGreaterThanOrEqual(first.getTime() + most * 3_600_000)
        expect(by <= promiseBy(week)(then, most)).toBe(true)
        expect(promiseBy('')(first, most) <= by).toBe(true)
      }),
    )
  })
})
