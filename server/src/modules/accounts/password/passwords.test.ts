import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { openHasher } from './passwords.ts'

// Works as usual, and records its calls.
vi.mock('@node-rs/argon2', { spy: true })

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

test('the password of an unknown account is never right, and costs the same work to refuse', async () => {
  const kept = await hasher.hash('Okro soup')
  const workOf = async (hash: string | null) => {
    vi.mocked(argon2.verify).mockClear()
    vi.mocked(argon2.hash).mockClear()
    expect(await hasher.verify(hash, 'wrong')).toBe(false)
    expect(argon2.hash).not.toHaveBeenCalled()
    // The kind, the cost, and how long salt and hash are, of every hash that was compared with what was typed.
    return vi
      .mocked(argon2.verify)
      .mock.calls.map(([compared, typed]) => [
        ...String(compared).split('$').slice(0, 4),
        ...[String(compared).length, typed],
      ])
  }
  // The first call may still have to make the hash for unknown accounts.
  await hasher.verify(null, '')
  const known = await workOf(kept)
  expect(known).toHaveLength(1)
  expect(await workOf(null)).toEqual(known)
  expect(await hasher.verify(null, '')).toBe(false)
})

test('a password is compared with all hashes of one salt by hashing once', async () => {
  const salt = Buffer.alloc(16, 7)
  const kept = await Promise.all(['Okro', 'Egusi', 'Ogbono'].map((soup) => hasher.hash(`${soup} soup`, salt)))
  const other = await hasher.hash('Okro soup')
  const find = async (hashes: readonly string[], password: string) => {
    vi.mocked(argon2.hash).mockClear()
    vi.mocked(argon2.verify).mockClear()
    const at = await hasher.find(hashes, password)
    expect([vi.mocked(argon2.hash).mock.calls.length, vi.mocked(argon2.verify).mock.calls.length]).toEqual([
      1, 0,
    ])
    return at
  }
  expect(await find(kept, 'Ogbono soup')).toBe(2)
  expect(await find(kept, 'Okro soup ')).toBe(-1)
  expect(await find([other, ...kept], 'Okro soup')).toBe(0)
  expect(await find([other, ...kept], 'Egusi soup')).toBe(-1)
  expect(await find([], 'Okro soup')).toBe(-1)
  const long = 'x'.repeat(129)
  expect(await find([await hasher.hash(long, salt)], long)).toBe(-1)
})

test('22 concurrent passwords are hashed, and a further one is refused for now', async () => {
  const crowded = openHasher()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => crowded.hash('Okro soup')))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(22)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ code: 'busy', details: { retryAfter: 1 } })
  expect(await crowded.hash('Okro soup')).toContain('argon2id')
})
