import { readResults } from '@labalaba/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, sugar } from '../../../../test/cast.ts'
import { releaseAll } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { secretFrom } from '../../../infra/config/secret.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { compareAnchors } from '../anchor/check.ts'
import { anchorDay } from '../anchor/daily.ts'
import { readAllAnchors } from '../anchor/repository.ts'
import { chainPending } from './append.ts'
import { openAuditKeys } from './keys.ts'

// Its tests alter history by hand.
const world = await buildWorld({ broken: true })
const { db, clock, parts } = world
const keys = openAuditKeys(parts.secret)
const audit = { keys, folder: null }
const chaining = { db, clock, keys }

let asAda: Caller
let reference = ''
let order = 0

beforeAll(async () => {
  asAda = await world.as(ada)
  reference = await orderAtBench(world, asAda, { test: [{ ...sugar }] })
  await releaseAll(world, reference)
  for (const _ of [1, 2, 3]) await asAda(readResults, { params: { reference } })
  const [found] = await world.sql<{ id: number }[]>`select id from lab_order where reference = ${reference}`
  order = Number(found?.id)
  await chainPending(chaining)
})

class Undone extends Error {}

/**
 * What the invariants find after these statements, which have every right and bypass every trigger; then they
 * are rolled back.
 */
async function foundAfter(statements: readonly string[]): Promise<readonly string[]> {
  let broken: readonly string[] = []
  const trial = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    broken = await brokenInvariants(tx, audit)
    throw new Undone()
  })
  await trial.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return broken
}

/** Recomputes the order’s own chain as its trigger would: its hash function is public. */
const rehashed = () => `do $$
declare entry audit_entry; before bytea := sha256(convert_to('labalaba audit of order ${order}', 'UTF8')); counted integer := 0;
begin
  for entry in select * from audit_entry where order_id = ${order} order by number loop
    counted := counted + 1;
    update audit_entry set prev_hash = before where order_id = ${order} and number = entry.number;
    entry.prev_hash := before;
    before := audit_hash(entry);
    update audit_entry set hash = before where order_id = ${order} and number = entry.number;
  end loop;
  update audit_head set number = counted, hash = before, at = (select max(at) from audit_entry where order_id = ${order})
    where order_id = ${order};
end $$`

/**
 * The views of results by a user who appears nowhere else in the database, so that no other invariant sees
 * them.
 */
const look = () => `order_id = ${order} and what in ('order_seen', 'results_seen')`
const first = () => `${look()} and number = (select min(number) from audit_entry where ${look()})`
const cutTail = `delete from audit_link where position > (select max(position) from audit_link) - 1`

describe('with every right in the database and the known algorithm, an insider is noticed who', () => {
  test('alters nothing, and is not', async () => {
    expect(await foundAfter([])).toEqual([])
  })

  test.each([
    [
      'rewrites a row and hashes the whole chain again',
      () => [`update audit_entry set at = at - interval '1 hour' where ${first()}`, rehashed()],
    ],
    [
      'deletes the last audit entries, and adjusts the head',
      () => [
        `delete from audit_entry where order_id = ${order} and number > 1`,
        `delete from result_opened`,
        `delete from report_event`,
        rehashed(),
      ],
    ],
    [
      'deletes the first entries and renumbers the others',
      () => [
        `delete from audit_entry where ${first()}`,
        `update audit_entry set number = number - 1 where order_id = ${order} and number > 1
        and not exists (select from audit_entry where order_id = ${order} and number = 1)`,
        rehashed(),
      ],
    ],
    [
      'swaps the times of two rows',
      () => [
        `update audit_entry e set at = (select other.at from audit_entry other where other.order_id = e.order_id
          and other.number = case e.number when 1 then 2 else 1 end) where order_id = ${order} and number in (1, 2)`,
        rehashed(),
      ],
    ],
    ['deletes the whole chain of an order', () => [`delete from audit_entry where ${look()}`, rehashed()]],
    [
      'writes a row that no trigger queued',
      () => [
        `insert into list_seen (account_id, lab_id, what, asked, shown, at, quarter) select min(id), (select min(id) from lab),
        'worklist_seen', sha256('x'), 1, now(), date_bin('15 minutes', now(), 'epoch') from account`,
      ],
    ],
    [
      'alters the reason of an event of an order',
      () => [`update lab_order_event set actor = 'patient' where order_id = ${order} and verb <> 'place'`],
    ],
    [
      'alters a posting and its lines, which still sum to zero',
      () => [
        `update ledger_line set at = at - interval '1 day'`,
        `update ledger_posting set at = at - interval '1 day'`,
      ],
    ],
  ] as const)('%s', async (_, statements) => {
    const found = await foundAfter(statements())
    expect(found.join('\n')).toContain('keyed chain')
  })

  test.each([
    ['rewrites a link', `update audit_link set at = at + interval '1 minute' where position = 2`],
    ['deletes the end of the chain', cutTail],
    ['deletes the beginning of the chain', 'delete from audit_link where position < 3'],
    ['deletes a link in the middle', 'delete from audit_link where position = 3'],
    ['deletes the chain', 'delete from audit_link'],
    ['deletes the record of its end', 'delete from audit_chain_end'],
    [
      'adds a link by hand',
      `insert into audit_link select position + 1, 'list_seen', '999', 1, false, at, key_id,
        sha256('x') from audit_link order by position desc limit 1`,
    ],
    [
      'swaps the codes of two links',
      `update audit_link l set mac = (select o.mac from audit_link o
        where o.position = 5 - l.position) where position in (2, 3)`,
    ],
    [
      'makes the check begin later',
      `insert into audit_link select position + 1, 'audit_restart', '1', 1, false, at, key_id,
        sha256('x') from audit_link order by position desc limit 1`,
    ],
  ])('%s', async (_, statement) => {
    expect((await foundAfter([statement])).join('\n')).toContain('keyed chain')
  })

  test('cuts rows, links and the end back to an earlier point: by the anchor', async () => {
    const [end] = await world.sql<
      { position: string; seal: Buffer }[]
    >`select position, seal from audit_chain_end`
    await asAda(readResults, { params: { reference } })
    await chainPending(chaining)
    const later = { now: () => new Date(clock.now().getTime() + 2 * 3_600_000) }
    expect(await anchorDay({ ...chaining, clock: later }, null)).toEqual([])
    const found = await foundAfter([
      `delete from audit_link where position > ${end?.position}`,
      `update audit_chain_end set position = ${end?.position}, seal = decode('${end?.seal.toString('hex')}', 'hex')`,
      `delete from audit_pending`,
      `delete from audit_entry where order_id = ${order}
        and number > (select max(split_part(row_key, '/', 2)::integer) from audit_link
          where source = 'audit_entry' and row_key like '${order}/%')`,
    ])
    expect(found.join('\n')).toContain('the anchor of')
  })

  /** Deletes the chain and its anchors, and queues every row for another. */
  async function requeue(): Promise<void> {
    await world.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from audit_pending`
      await tx`insert into audit_pending (source, row_key) select source, row_key from audit_link
        where source <> 'audit_anchor' order by position`
      for (const table of ['audit_link', 'audit_chain_end', 'audit_anchor'])
        await tx`delete from ${tx(table)}`
    })
  }

  test('has the worker make the whole chain anew: only by the anchors outside the database', async () => {
    const held = await readAllAnchors(db)
    await requeue()
    await chainPending(chaining)
    expect(await brokenInvariants(db, audit)).toEqual([])
    expect((await compareAnchors(db, keys, held, 'in a mail')).join()).toMatch(/does not fit link|is gone/)
  })

  test('makes every link anew with a key of their own', async () => {
    await requeue()
    const other = openAuditKeys(secretFrom('another secret, which also has more than 32 characters'))
    await chainPending({ ...chaining, keys: other })
    expect((await brokenInvariants(db, audit)).join('\n')).toContain('which is not given')
  })
})
