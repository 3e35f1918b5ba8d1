import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { calmWatch, thisProcess } from './give-back.ts'
import { openLog } from './log.ts'

/** A process whose load the test decides; giving back leaves 130 MB. */
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
  return { holder, look, logged }
}

test('memory is given back once it is calm, and said in numbers', () => {
  const { holder, look, logged } = openHolder()
  Object.assign(holder, { load: 0.6, megabytes: 236 })
  look()
  expect(holder.given).toBe(0)

  holder.load = 0.01
  look()
  expect(holder.given).toBe(1)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, before: 236, after: 130 }])
})

test('what is not worth a pause stays, until as much has come since the last time', () => {
  const { holder, look } = openHolder()
  look()
  for (const megabytes of [130, 145, 169]) {
    holder.megabytes = megabytes
    look()
  }
  expect(holder.given).toBe(1)

  holder.megabytes = 171
  look()
  expect(holder.given).toBe(2)
})

test('what has gone by itself meanwhile does not keep what comes after it', () => {
  const { holder, look } = openHolder()
  look()
  for (const megabytes of [90, 131]) {
    holder.megabytes = megabytes
    look()
  }
  expect(holder.given).toBe(2)
})

test('calm is a twentieth of the time', () => {
  const { holder, look } = openHolder()
  for (const load of [0.9, 0.06]) {
    holder.load = load
    look()
  }
  expect(holder.given).toBe(0)

  holder.load = 0.04
  look()
  expect(holder.given).toBe(1)
})

test('a process knows how busy it was since it was last asked', async () => {
  const holder = thisProcess(() => {})
  const until = performance.now() + 100
  while (performance.now() < until);
  expect(holder.busy()).toBeGreaterThan(0.5)

  await setTimeout(300)
  expect(holder.busy()).toBeLessThan(0.5)
})
