import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'
import { formOf, readAllContents } from './history-repository.ts'
import type { AuditKeys } from './keys.ts'
import { isSame, macOf, nothingBefore, restarted, sealOf } from './link.ts'
import * as repository from './repository.ts'

/** The chain does not end where its seal says. Nothing is appended to it, so that the evidence remains. */
export class ChainBroken extends Error {
  override name = 'ChainBroken'
}

/** How many links one transaction makes at most. */
const batch = 500

export type Chaining = { readonly db: Db; readonly clock: Clock; readonly keys: AuditKeys }

/**
 * Makes links for all rows of history that wait, and returns how many. If several processes run this concurrently, one
 * works and the others make none. Throws ChainBroken if the chain does not end as it was sealed.
 */
export async function chainPending({ db, clock, keys }: Chaining): Promise<number> {
  let made = 0
  for (;;) {
    const now = await db.transaction().execute((tx) => chainBatch(tx, keys, clock.now()))
    made += now
    if (now < batch) return made
  }
}

async function chainBatch(tx: Tx, keys: AuditKeys, at: Date): Promise<number> {
  if (!(await repository.tryLockChain(tx))) return 0
  const pending = await repository.readPending(tx, batch)
  if (pending.length === 0) return 0
  const end = await soundEnd(tx, keys)
  let { position, mac } = end
  // A row that already waits may have been queued a second time by hand.
  const waiting = [
    ...new Map(
      pending.filter(({ covered }) => !covered).map((one) => [`${one.source} ${one.row_key}`, one]),
    ).values(),
  ]
  const contents = await readAllContents(tx, waiting)
  const links = waiting.map(({ source, row_key, taken_over }) => {
    position += 1
    const link = { position, source, row_key, form: formOf(source), taken_over, at }
    // A row that was deleted before it was chained still gets its link: it shows that a row is missing.
    mac = macOf(keys.current, mac, link, contents.get(source)?.get(row_key) ?? null)
    return { ...link, key_id: keys.current.id, mac }
  })
  if (links.length > 0) await append(tx, links, endOf(keys, position, mac, at), end.position)
  const ids = pending.map(({ id }) => id)
  await repository.deletePending(tx, ids)
  return pending.length
}

/** Two transactions that append at one end would fork the chain; the second throws. */
async function append(
  tx: Tx,
  links: readonly repository.LinkRow[],
  end: Omit<repository.EndRow, 'only_one'>,
  before: number,
): Promise<void> {
  if (!(await repository.insertLinks(tx, links, end, before)))
    throw new ChainBroken(`another transaction has added links to the audit chain after ${before}`)
}

function endOf({ current }: AuditKeys, position: number, mac: Buffer, at: Date) {
  return { position, key_id: current.id, seal: sealOf(current, position, mac), at }
}

/** Returns where the chain ends. Throws ChainBroken unless its last link matches its seal. */
async function soundEnd(tx: Tx, keys: AuditKeys): Promise<{ position: number; mac: Buffer }> {
  const [end, last] = [await repository.readEnd(tx), await repository.readLastLink(tx)]
  if (!end && !last) return { position: 0, mac: nothingBefore }
  if (!end || !last || end.position !== last.position)
    throw new ChainBroken('the audit chain does not end where its seal says')
  const key = keys.all.find(({ id }) => id === end.key_id)
  if (!key) throw new ChainBroken(`the audit chain is sealed with key ${end.key_id}, which is not given`)
  if (last.key_id !== end.key_id || !isSame(end.seal, sealOf(key, last.position, last.mac)))
    throw new ChainBroken('the seal of the audit chain is not that of its end')
  return { position: last.position, mac: last.mac }
}

/**
 * Restarts the chain after the existing links, and chains the reason. Earlier links stay, and only `check-audit` checks
 * them. The first link also comes after position `after`, the last that an anchor names. Returns its position.
 */
export async function restartChain(
  { db, clock, keys }: Chaining,
  reason: string,
  after: number,
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await acquireAdvisoryLock(tx, repository.chainLock)
    const at = clock.now()
    const row_key = String(await repository.insertRestart(tx, reason, at))
    const [end, last] = [await repository.readEnd(tx), await repository.readLastLink(tx)]
    const position = Math.max(end?.position ?? 0, last?.position ?? 0, after) + 1
    const link = { position, source: restarted, row_key, form: formOf(restarted), taken_over: false, at }
    const contents = await readAllContents(tx, [link])
    const mac = macOf(keys.current, nothingBefore, link, contents.get(restarted)?.get(row_key) ?? null)
    const made = { ...link, key_id: keys.current.id, mac }
    await append(tx, [made], endOf(keys, position, mac, at), end?.position ?? 0)
    return position
  })
}
