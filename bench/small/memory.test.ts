import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { familyOf, memoryOfAll } from './memory.ts'

test('the family of a process is its children, and theirs', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
  ])
  expect(familyOf(2, parents)).toEqual([2, 3, 4])
  expect(familyOf(9, parents)).toEqual([9])
})

test.skipIf(process.platform !== 'linux')('the memory of a process counts what it started', async () => {
  const fill = "const held = Buffer.alloc(100e6, 1); console.log('ready'); setInterval(() => held.at(0), 1e6)"
  const child = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, fill], { detached: true })
  onTestFinished(() => void (child.pid && process.kill(-child.pid)))
  await once(child.stdout, 'data')
  expect(memoryOfAll(child.pid ?? 0)).toBeGreaterThan(100)
})
