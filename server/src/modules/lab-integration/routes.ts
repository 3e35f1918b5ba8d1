import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { serveFhir } from '../../infra/http/fhir-door.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { bearerToken, hashToken } from '../../infra/http/session.ts'
import { addressAbout, countTry, pauseBeforeTry, tryAbout } from '../../infra/http/tries.ts'
import { requireMember, type SystemRow, systemByKey } from '../labs/index.ts'
import { asMember } from '../results/index.ts'
import { takeDelivery } from './deliveries/deliveries.ts'
import { openWaiting, placeByHand, presentWaiting, previewPlacing, setAside } from './deliveries/desk.ts'
import { namespacesOf, readBundle } from './deliveries/read-bundle.ts'
import { countWaiting, waitingOf } from './deliveries/repository.ts'
import { exportOrder } from './fhir/export-order.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly publicUrl: string
}

/** How many unmatched results are listed at most; more than these usually have one cause. */
const listed = 200

/** Results for and from the systems of labs, copies of results in FHIR, and unmatched results for a lab's staff. */
export function labIntegrationRoutes(server: Server, deps: Dependencies): void {
  const { db, clock, secret, publicUrl } = deps
  const act = asMember(deps)
  serve(server, contract.exportOrder, async ({ actor, params }) => {
    const bundle = await exportOrder(deps, actor, params.reference)
    return { name: `order-${bundle.identifier.value}.json`, file: JSON.stringify(bundle) }
  })

  const namespaces = namespacesOf(publicUrl)
  serveFhir(server, contract.postResults, {
    admit: async ({ headers, ip }) => await systemBehind({ db, clock, secret }, headers.authorization, ip),
    take: async (system, body) => {
      const bundle = readBundle(body, namespaces)
      return await db.transaction().execute((tx) => takeDelivery(tx, system, bundle, clock.now()))
    },
  })

  // A result that names a sample is for the staff of its location. One that names none belongs to no location yet, so all
  // staff of the lab see that it waits. The desk and the scientists see the test's name; only scientists see the values.
  serve(server, contract.listWaitingReports, async ({ actor }) => {
    const member = await requireMember(db, actor)
    const [reports, waiting] = [await waitingOf(db, member, listed), await countWaiting(db, member)]
    const mayOpen = member.duties.includes('scientist')
    const mayName = mayOpen || member.duties.includes('desk')
    const listing = reports.map(presentWaiting).map((one) => (mayName ? one : { ...one, test: null }))
    return { data: { lab: member.name, mayOpen, mayName, waiting, reports: listing } }
  })
  serve(server, contract.countWaitingReports, async ({ actor }) => {
    const member = await requireMember(db, actor)
    return { data: { waiting: await countWaiting(db, member) } }
  })
  serve(server, contract.openWaitingReport, async ({ actor, params }) => ({
    data: await act(actor, (tx, by) => openWaiting(tx, by, params.id)),
  }))
  serve(server, contract.previewPlacing, async ({ actor, params, body }) => ({
    data: await act(actor, (tx, by) => previewPlacing(tx, by, params.id, body.accession)),
  }))
  serve(server, contract.placeReport, async ({ actor, params, body }) => ({
    data: await act(actor, (tx, by) => placeByHand(tx, by, params.id, body.accession)),
  }))
  serve(server, contract.setAsideReport, async ({ actor, params, body }) => {
    await act(actor, (tx, by) => setAside(tx, by, params.id, body.reason))
    return { data: {} }
  })
}

const minute = 60 * 1000
/** A key has 256 bits and cannot be guessed: these limits only protect our servers. */
const ofKey = { most: 120, window: minute }
const wrongKeys = { most: 30, window: 10 * minute }

/**
 * The system of a lab with this key; it needs no session. Throws DomainError `invalid_token`, and `too_many` for one key or
 * for wrong keys from one address.
 */
async function systemBehind(
  { db, clock, secret }: Omit<Dependencies, 'publicUrl'>,
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
