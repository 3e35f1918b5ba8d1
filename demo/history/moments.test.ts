import { readFileSync } from 'node:fs'
import { addDays, lagosDate, visitLead, visitTimes, windowsOn } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { actsOf, minutes, momentsOf, windowFor } from './moments.ts'
import { readStory } from './story.ts'

const visits = readStory().filter(({ visit, ends }) => visit && ends !== 'paid')
const midnight = new Date('2026-11-26T00:00:00+01:00').getTime()
const timesOfWeek = Array.from({ length: 7 * 24 * 6 }, (_, ten) => new Date(midnight + ten * 10 * minutes))
const locations = readFileSync(new URL('../locations.csv', import.meta.url), 'utf8')
const hours = /^truevial-laboratories,Victoria Island Main.*?,(Mon[^,]+),/m.exec(locations)?.[1] ?? ''

test('at any time of the week the demo visits are in a window of their lab, and not too early', () => {
  expect(visits.length).toBeGreaterThan(4)
  for (const now of timesOfWeek)
    for (const story of visits) {
      const moments = momentsOf(story, 24, now)
      const days = Array.from({ length: 15 }, (_, day) => addDays(lagosDate(moments.placed), day))
      const slots = days.flatMap((date) =>
        windowsOn(hours, date).map(({ from }) => ({ date, from, left: 'open' })),
      )
      const said = `${story.patient} at ${now.toISOString()}`
      const window = windowFor(story, slots, now) ?? expect.unreachable(said)
      const made = actsOf(story).filter((act) => ['set_off', 'collected', 'handed'].includes(act))
      expect([...new Set(made.map((act) => lagosDate(moments[act])))], said).toEqual([window.date])
      const { begins } = visitTimes(window.date, window.from)
      expect(moments.set_off.getTime(), said).toBeGreaterThanOrEqual(begins.getTime() - visitLead)
      expect(Math.max(...made.map((act) => moments[act].getTime())), said).toBeLessThan(now.getTime())
    }
})
