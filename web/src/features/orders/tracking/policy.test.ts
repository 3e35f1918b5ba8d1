import { nextStep, orderState, type TrackedOrder } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { trackNext } from './next.ts'
import {
  contactProblem,
  numberProblem,
  readTrackLink,
  sampleOrder,
  stagesDone,
  tidyContact,
  trackStages,
} from './policy.ts'

const now = new Date('2026-11-21T12:00:00Z')
const order = sampleOrder(now)

describe('the link of a mail', () => {
  const signature = 'a-Signature_of-43-characters-0123456789abcd'

  it('contains the order id and its secret', () => {
    const reference = 'LB-7K2M-9QXD-3HVT-5RWA'
    expect(readTrackLink(`#${reference}.${signature}`)).toEqual({ reference, signature })
  })

  it('ignores any other hash', () => {
    for (const hash of [
      '',
      '#',
      '#faq',
      `#${signature}`,
      '#LB-7K2M-9QXD',
      `#LB-7K2M.${signature}.x`,
      '#LB-7K2M.short',
    ])
      expect(readTrackLink(hash)).toBeNull()
  })
})

describe('the form', () => {
  it('accepts an order id with or without its dashes, and names a missing part', () => {
    for (const typed of ['LB-7K2M-9QXD-3HVT-5RWA', 'lb 7k2m 9qxd 3hvt 5rwa', '7K2M9QXD3HVT5RWA'])
      expect(numberProblem(typed)).toBeNull()
    expect(numberProblem(' ')).toBe('Enter the order id')
    expect(numberProblem('LB-7K2M-9QXD')).toContain('whole order id')
  })

  it('accepts a phone in any usual form, or an email', () => {
    for (const typed of ['0803 123 4567', '+2348031234567', 'ada@mail.example'])
      expect(contactProblem(typed)).toBeNull()
    for (const typed of ['', 'ada@', '0803 123', 'Ada']) expect(contactProblem(typed)).not.toBeNull()
    expect([tidyContact('+2348031234567'), tidyContact(' ada@mail.example ')]).toEqual([
      ...['0803 123 4567', 'ada@mail.example'],
    ])
  })
})

describe('a tracked order', () => {
  it('has four stages with a sentence, and the next step, in every state and both ways', () => {
    for (const state of orderState.options) {
      for (const mode of ['walkin', 'sampleCollection'] as const) {
        const tracked: TrackedOrder = { ...order, state, mode }
        expect(trackStages(tracked).map((stage) => stage.title)).toEqual([
          ...['Scheduled', 'Sample Collected', 'Lab Processing', 'Results Ready'],
        ])
        for (const next of nextStep.options) {
          const { lead, title, words } = trackNext({ ...tracked, progress: { ...order.progress, next } })
          for (const text of [lead, words]) expect(text.length).toBeGreaterThan(2)
          expect(title.length).toBeGreaterThan(5)
        }
      }
    }
  })

  it('counts its stages', () => {
    const states = ['awaiting_payment', 'scheduled', 'results_ready', 'cancelled'] as const
    expect(states.map((state) => stagesDone({ state }))).toEqual([0, 1, 4, 0])
  })

  it('shows when results are promised, and admits when they are late', () => {
    const promised = {
      by: '2026-11-22T09:00:00Z',
      since: 'received',
      movedFrom: null,
      changesAt: null,
    } as const
    const shown = (stands: 'on_time' | 'soon' | 'late') =>
      trackNext({ ...order, promised: { ...promised, stands } })
    const moment = 'Sunday 22 November at 10:00 am'
    expect(shown('on_time')).toMatchObject({ lead: 'Ready by', title: moment })
    expect(shown('soon')).toMatchObject({ lead: 'Due soon: ready by', title: moment })
    expect(shown('late')).toMatchObject({ title: expect.stringContaining(moment), support: true })
    const moved = { ...promised, stands: 'soon', movedFrom: '2026-11-22T05:00:00Z' } as const
    expect(trackNext({ ...order, promised: moved }).lead).toContain('later than planned')
    expect(trackNext({ ...order, promised: null })).toMatchObject({ support: true })
  })
})

it('the sample is at Lab Processing, as the specification requires', () => {
  expect(trackStages(order).map((stage) => stage.state)).toEqual([
    'completed',
    'completed',
    'current',
    'upcoming',
  ])
})
