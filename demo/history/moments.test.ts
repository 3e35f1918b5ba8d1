import { addDays, lagosDate, visitLead, visitTimes, visitWindows } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { actsOf, minutes, momentsOf, windowFor } from './moments.ts'
import { readStory } from './story.ts'

const visits = readStory().filter(({ visit, when, ends }) => visit && 'minutes' in when && ends !== 'paid')
const midnight = new Date('2026-11-26T00:00:00+01:00').getTime()
const timesOfDay = Array.from({ length: 24 * 6 }, (_, ten) => new Date(midnight + ten * 10 * minutes))

test('at any time of day today’s demo visits are in their window, and not too early', () => {
  expect(visits.length).toBeGreaterThan(1)
  for (const now of timesOfDay)
    for (const story of visits) {
      const moments = momentsOf(story, 24, now)
      const days = Array.from({ length: 15 }, (_, day) => addDays(lagosDate(moments.placed), day))
      const slots = days.flatMap((date) => visitWindows.map(({ from }) => ({ date, from, left: 'open' })))
      const window = windowFor(story, slots, now) ?? expect.unreachable()
      const acts = actsOf(story).map((act) => moments[act])
      const said = `${story.patient} at ${now.toISOString()}`
      expect([...new Set(acts.map((at) => lagosDate(at)))], said).toEqual([window.date])
      const { begins } = visitTimes(window.date, window.from)
      expect(moments.set_off.getTime(), said).toBeGreaterThanOrEqual(begins.getTime() - visitLead)
      expect(Math.max(...acts.map(Number)), said).toBeLessThan(now.getTime())
    }
})
