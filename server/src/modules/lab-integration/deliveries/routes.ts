import { postResults } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { serveFhir } from '../../../infra/http/fhir-door.ts'
import type { Server } from '../../../infra/http/http.ts'
import { bearerToken, hashToken } from '../../../infra/http/session.ts'
import { addressAbout, countTry, pauseBeforeTry, tryAbout } from '../../../infra/http/tries.ts'
import { type SystemRow, systemByKey } from '../../labs/index.ts'
import { takeDelivery } from './deliveries.ts'
import { namespacesOf, readBundle } from './reading.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly publicUrl: string
}

const minute = 60 * 1000
/** A key has 256 bits and cannot be guessed: these limits only protect our servers. */
const ofKey = { most: 120, window: minute }
const wrongKeys = { most: 30, window: 10 * minute }

/** The endpoint for labs' connected systems. A system is identified by its key, without a session. */
export function deliveryRoutes(server: Server, { db, clock, secret, publicUrl }: Dependencies): void {
  const namespaces = namespacesOf(publicUrl)
  serveFhir(server, postResults, {
    admit: async ({ headers, ip }) => await systemBehind({ db, clock, secret }, headers.authorization, ip),
    take: async (system, body) => {
      const handed = readBundle(body, namespaces)
      return await db.transaction().execute((tx) => takeDelivery(tx, system, handed, clock.now()))
    },
  })
}

type KeyDependencies = Pick<Dependencies, 'db' | 'clock' | 'secret'>

/**
 * The system with this key. Throws DomainError `invalid_token`, and `too_many` for one key or for wrong keys from one
 * address.
 */
async function systemBehind(
  { db, clock, secret }: KeyDependencies,
  header: string | undefined,
  address: string,
): Promise<SystemRow> {
  const now = clock.now()
  const token = bearerToken(header)
  const system = token === null ? undefined : await systemByKey(db, hashToken(token))
  const limit = system
    ? { about: tryAbout(secret, 'lab system', String(system.id)), ...ofKey }
    : { about: addressAbout(secret, 'key of a lab system', address), ...wrongKeys }
  const retryAfter = await db.transaction().execute(async (tx) => {
    const pause = await pauseBeforeTry(tx, [limit], now)
    if (pause === 0) await countTry(tx, [limit], now)
    return pause
  })
  if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
  if (!system) throw new DomainError('invalid_token')
  return system
}
