import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../platform/domain-error.ts'

/** Hashes and checks passwords, a few at a time. */
export type Hasher = {
  /**
   * An argon2id hash, with a salt of its own where none of 16 bytes is given. Throws DomainError `busy` when too many are waiting.
   */
  hash(password: string, salt?: Buffer): Promise<string>
  /** Whether the password is the hash's. Without a hash, for an account that has no password, it takes as long and says no. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /**
   * The place of the hash that is the password's, or -1. It hashes once, with the salt of the first, and so finds those that
   * were hashed with the same; where there are none it takes as long.
   */
  find(passwordHashes: readonly string[], password: string): Promise<number>
}

/** What a guess costs: OWASP's for argon2id. */
const usualStrength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const longest = 128

/** A hasher that works on `atOnce` passwords and lets `waiting` more wait; beyond that it refuses as busy. */
export function openHasher(limits = { atOnce: 2, waiting: 20 }, strength = usualStrength): Hasher {
  const queue: (() => void)[] = []
  let working = 0
  const nobodys = hash(randomBytes(24).toString('base64url'), strength)
  // Awaited only when it is first wanted; until then its failure must not end the program.
  nobodys.catch(() => undefined)

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= limits.atOnce) {
      if (queue.length >= limits.waiting) throw new DomainError('busy', { retryAfter: 1 })
      // Whoever ends hands its place over, so `working` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else working += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else working -= 1
    }
  }

  return {
    hash: (password, salt) => inTurn(() => hash(password, salt ? { ...strength, salt } : strength)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const right = await verify(passwordHash || (await nobodys), password)
        return right && Boolean(passwordHash) && password.length <= longest
      }),
    find: (passwordHashes, password) =>
      inTurn(async () => {
        const typed = await hash(password, {
          ...strength,
          salt: saltOf(passwordHashes[0] ?? (await nobodys)),
        })
        return password.length <= longest ? passwordHashes.findIndex((one) => isSame(one, typed)) : -1
      }),
  }
}

/** The salt that stands in a hash, as PHC strings have it: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
