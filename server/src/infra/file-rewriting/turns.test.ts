import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTurns, type Stranger } from './turns.ts'

const stranger = (account: number, admitted = async () => {}): Stranger => ({ account, admitted })

/** Acts that end on command, and the order in which they began. */
function work() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const act = (name: string) => async () => {
    begun.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    await promise
    return name
  }
  const endAll = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await soon()
      if (ends.length > 0) quiet = 0
      ends.shift()?.()
    }
  }
  return { begun, act, endAll }
}

test('a file of staff waits for at most one of strangers, and strangers’ files keep their order', async () => {
  const turns = openTurns({ staff: 4, strangers: 4 })
  const { begun, act, endAll } = work()
  const strangers = [1, 2, 3].map((account) => turns.run(act(`stranger ${account}`), stranger(account)))
  await soon()
  const staff = [turns.run(act('lab')), turns.run(act('another lab'))]
  await endAll()
  await Promise.all([...strangers, ...staff])
  expect(begun).toEqual(['stranger 1', 'lab', 'another lab', 'stranger 2', 'stranger 3'])
})

test('an account has one file in the queue, which has a limit of accounts; staff have a queue of their own', async () => {
  const turns = openTurns({ staff: 1, strangers: 2 })
  const { act, endAll } = work()
  const outcome = (one: Promise<string>) =>
    one.then(
      () => 'done',
      ({ code }) => String(code),
    )
  const sent = [1, 1, 2, 3, 4].map((account) => outcome(turns.run(act('file'), stranger(account))))
  await soon()
  const staff = [turns.run(act('report')), turns.run(act('report'))].map(outcome)
  await endAll()
  const outcomes = await Promise.all([...sent, ...staff])
  expect(outcomes).toEqual(['done', 'busy', 'done', 'done', 'busy', 'done', 'busy'])
  const again = turns.run(act('file'), stranger(1))
  await endAll()
  expect(await again).toBe('file')
})

test('a file that is not admitted is not started, and leaves its place; so does one whose act fails', async () => {
  const turns = openTurns({ staff: 1, strangers: 0 })
  const { begun, act, endAll } = work()
  const refused = stranger(1, async () => {
    throw new Error('no more today')
  })
  await expect(turns.run(act('refused'), refused)).rejects.toThrow('no more today')
  await expect(
    turns.run(async () => {
      throw new Error('broken')
    }, stranger(1)),
  ).rejects.toThrow('broken')
  const next = turns.run(act('next'), stranger(1))
  await endAll()
  expect(await next).toBe('next')
  expect(begun).toEqual(['next'])
})

test('a file refused by a full queue is not counted', async () => {
  const turns = openTurns({ staff: 1, strangers: 0 })
  const { act, endAll } = work()
  let counted = 0
  const count = async () => {
    counted += 1
  }
  const first = turns.run(act('first'), stranger(1, count))
  await expect(turns.run(act('second'), stranger(2, count))).rejects.toMatchObject({ code: 'busy' })
  await endAll()
  await first
  expect(counted).toBe(1)
})
