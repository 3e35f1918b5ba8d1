import { expect, test } from 'vitest'
import { calmWatch, thisProcess } from './give-back.ts'
import { openLog } from './log.ts'

/** A process as it is at each look that is taken at it; giving back leaves 130 MB. */
function openHolder() {
  const holder = { load: 0, megabytes: 150, given: 0 }
  const logged: string[] = []
  const look = calmWatch(
    {
      busy: () => holder.load,
      held: () => holder.megabytes,
      giveBack() {
        holder.given += 1
        holder.megabytes = 130
      },
    },
    openLog('info', { write: (line) => void logged.push(line) }),
  )
  /** Looks at it in each of these, and answers how often it has given back so far. */
  function lookedAt(...states: { load?: number; megabytes?: number }[]): number {
    for (const state of states) {
      Object.assign(holder, state)
      look()
    }
    return holder.given
  }
  return { lookedAt, logged }
}

test('memory is given back once it is calm, and said in numbers', () => {
  const { lookedAt, logged } = openHolder()
  expect(lookedAt({ load: 0.6, megabytes: 236 })).toBe(0)
  expect(lookedAt({ load: 0.01 })).toBe(1)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, before: 236, after: 130 }])
})

test('what is not worth a pause stays, until as much has come since the last time', () => {
  const { lookedAt } = openHolder()
  expect(lookedAt({}, { megabytes: 130 }, { megabytes: 145 }, { megabytes: 169 })).toBe(1)
  expect(lookedAt({ megabytes: 171 })).toBe(2)
})

test('what has gone by itself meanwhile does not keep what comes after it', () => {
  const { lookedAt } = openHolder()
  expect(lookedAt({}, { megabytes: 90 }, { megabytes: 131 })).toBe(2)
})

test('calm is a twentieth of the time', () => {
  const { lookedAt } = openHolder()
  expect(lookedAt({ load: 0.9 }, { load: 0.06 })).toBe(0)
  expect(lookedAt({ load: 0.04 })).toBe(1)
})

test('a process knows how busy it was since it was last asked', async () => {
  const holder = thisProcess(() => {})
  const until = performance.now() + 200
  while (performance.now() < until);
  expect(holder.busy()).toBeGreaterThan(0.5)

  // On a busy machine the loop may be late, and seem to have worked meanwhile.
  await expect.poll(() => holder.busy(), { interval: 100, timeout: 20_000 }).toBeLessThan(0.5)
})
