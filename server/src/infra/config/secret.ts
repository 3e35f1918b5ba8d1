import { createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'

/** Derives keyed values from the install's secret. */
export type Secret = {
  /** 256 bits for `purpose` and `about`, the same each time. */
  derive(purpose: string, about: string): Buffer
}

/** Five digits for `purpose` and `about`: derived with the secret, so that a code need not be stored. */
export function fiveDigits(secret: Secret, purpose: string, about: string): string {
  const number = secret.derive(purpose, about).readBigUInt64BE() % 100_000n
  return number.toString().padStart(5, '0')
}

/** A secret from 32 or more characters or bytes. */
export function secretFrom(key: string | Buffer): Secret {
  const root = createSecretKey(Buffer.from(hkdfSync('sha256', key, 'labalaba', 'derived values', 32)))
  return { derive: (purpose, about) => createHmac('sha256', root).update(`${purpose}\0${about}`).digest() }
}

/** The secret of SECRET_KEY; without one, a key generated once and stored in the database. */
export async function openSecret(db: Db, key: string | null): Promise<Secret> {
  if (key !== null) return secretFrom(key)
  const read = () => db.selectFrom('platform_secret').select('key')
  const found = await read().executeTakeFirst()
  if (found) return secretFrom(found.key)
  await sql`insert into platform_secret (key) values (${randomBytes(32)}) on conflict do nothing`.execute(db)
  return secretFrom((await read().executeTakeFirstOrThrow()).key)
}
