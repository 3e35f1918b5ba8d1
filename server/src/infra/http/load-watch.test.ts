import { expect, test } from 'vitest'
import { openLog } from '../observability/log.ts'
import { loadWatch, openLimiters } from './limiters.ts'

test('a blocked event loop and refused calls are logged once each, in numbers only; a quiet time logs nothing', async () => {
  const logged: string[] = []
  const log = openLog('info', { write: (line) => void logged.push(line) })
  const said = () => logged.splice(0).map((line) => JSON.parse(line))
  const limiters = openLimiters(1)
  const delays = {
    max: 30e6,
    reset() {
      this.max = 0
    },
  }
  const look = loadWatch(limiters, log, delays)

  look()
  expect(said()).toEqual([])

  delays.max = 620e6
  look()
  expect(said()).toMatchObject([{ level: 40, alarm: 'event_loop', heldMs: 600 }])

  const { promise, resolve } = Promise.withResolvers<void>()
  const taken = Array.from({ length: 5 }, () => limiters.usual.run(() => promise))
  await expect(limiters.usual.run(() => promise)).rejects.toThrow()
  look()
  expect(said()).toMatchObject([{ alarm: 'overload', refused: { usual: 1, costly: 0 }, seconds: 10 }])
  look()
  expect(said()).toEqual([])
  resolve()
  await Promise.all(taken)
})
