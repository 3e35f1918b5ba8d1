import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'

/** Hashes and checks passwords, a few at a time. */
export type Hasher = {
  /**
   * An argon2id hash, with the given salt of 16 bytes or else a random one. Throws DomainError `busy` when too many wait.
   */
  hash(password: string, salt?: Buffer): Promise<string>
  /**
   * Whether the password matches the hash. Without a hash (no account or no password) it takes as long and returns false.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /**
   * The index of the hash that the password matches, or -1. It hashes once, with the salt of the first hash, so it only
   * finds hashes made with that salt. An empty list takes as long.
   */
  find(passwordHashes: readonly string[], password: string): Promise<number>
}

/** What use cases that check or store a password are given. */
export type PasswordDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
}

/** The cost of one guess: OWASP's recommendation for argon2id. */
const usualStrength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const longest = 128

/** A hasher that works on `atOnce` passwords and queues `waiting` more; beyond that it throws `busy`. */
export function openHasher(limits = { atOnce: 2, waiting: 20 }, strength = usualStrength): Hasher {
  const queue: (() => void)[] = []
  let working = 0
  const unmatchableHash = hash(randomBytes(24).toString('base64url'), strength)
  // Awaited only when first needed; until then its failure must not end the process.
  unmatchableHash.catch(() => undefined)

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= limits.atOnce) {
      if (queue.length >= limits.waiting) throw new DomainError('busy', { retryAfter: 1 })
      // The call that ends passes its place on, so `working` stays as it is.
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
        const right = await verify(passwordHash || (await unmatchableHash), password)
        return right && Boolean(passwordHash) && password.length <= longest
      }),
    find: (passwordHashes, password) =>
      inTurn(async () => {
        const typed = await hash(password, {
          ...strength,
          salt: saltOf(passwordHashes[0] ?? (await unmatchableHash)),
        })
        return password.length <= longest ? passwordHashes.findIndex((one) => isSame(one, typed)) : -1
      }),
  }
}

/** The salt in a hash of the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
function saltOf(passwordHash: string): Buffer {
  return Buffer.from(passwordHash.split('$')[4] ?? '', 'base64')
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
