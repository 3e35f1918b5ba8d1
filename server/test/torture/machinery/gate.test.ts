import { expect, test } from 'vitest'
import { openGate } from './gate.ts'

test('work that waited when the gate was shut a second time is admitted at the next opening', async () => {
  const gate = openGate()
  await gate.shut()
  const waits = gate.pass(async () => 'done')
  await gate.shut()
  gate.open()
  expect(await waits).toBe('done')
})

test('shutting the gate waits for the work inside, also for work that fails', async () => {
  const gate = openGate()
  const { promise, reject } = Promise.withResolvers<void>()
  const inside = gate.pass(() => promise)
  let isShut = false
  const shutting = gate.shut().then(() => {
    isShut = true
  })
  await new Promise(setImmediate)
  expect(isShut).toBe(false)
  reject(new Error('lost'))
  await expect(inside).rejects.toThrow('lost')
  await shutting
})
