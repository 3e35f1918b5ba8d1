import { expect, test } from 'vitest'
import { openHasher } from './passwords.ts'

const hasher = openHasher()

test('a hash is argon2id with the agreed cost and a salt of its own', async () => {
  const [one, two] = await Promise.all([hasher.hash('Okro soup'), hasher.hash('Okro soup')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('128 characters of any script count to the last', async () => {
  const password = `${'ẹ̀ọ'.repeat(40)}12345678`.slice(0, 128)
  const kept = await hasher.hash(password)
  expect(await hasher.verify(kept, password)).toBe(true)
  expect(await hasher.verify(kept, `${password.slice(0, -1)}x`)).toBe(false)
})

test("nobody's password is never right, and takes as long to refuse", async () => {
  const kept = await hasher.hash('Okro soup')
  const known: number[] = []
  const nobody: number[] = []
  for (let i = 0; i < 15; i++) {
    known.push(await timed(() => hasher.verify(kept, 'wrong')))
    nobody.push(await timed(() => hasher.verify(null, 'wrong')))
  }
  expect(await hasher.verify(null, '')).toBe(false)
  // The fastest of each: whatever else the machine does only ever adds to a time.
  const ratio = Math.min(...nobody) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})

test('22 passwords at once are worked off, and what comes beyond is told to come again', async () => {
  const crowded = openHasher()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => crowded.hash('Okro soup')))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(22)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ code: 'busy', details: { retryAfter: 1 } })
  expect(await crowded.hash('Okro soup')).toContain('argon2id')
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
