import { hidden } from './hidden.ts'
import { reported } from './reported.ts'
import type { DatabaseRole, Relation } from './roles.ts'

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/**
 * The rights of a role on a table or view, each as PostgreSQL names it, with its column if it is limited to columns. The
 * program can read and write a new table as far as its triggers allow, and `labalaba_reading` can read it.
 */
export function rightsOf(role: DatabaseRole, relation: Relation): string[] {
  const isOurs = relation.schema === 'public'
  switch (role) {
    case 'labalaba_application':
      return isOurs ? ofProgram(relation, applicationsOwn) : (applicationsQueue[relation.name] ?? [])
    case 'labalaba_worker':
      return isOurs ? ofProgram(relation, workersOwn) : ofWorkerInQueue(relation)
    case 'labalaba_reading':
      return isOurs ? reading(relation) : []
    case 'labalaba_reports':
      return isOurs ? columnsOf(relation, reported[relation.name] ?? []) : []
  }
}

/** The worker alone adds links to the audit chain; the triggers that feed it write with the rights of their owner. */
const applicationsOwn: Readonly<Record<string, readonly Privilege[]>> = {
  ...{ audit_head: [], audit_pending: [], audit_link: [], audit_chain_end: [], audit_anchor: [] },
  ...{ audit_restart: [], migration: ['SELECT'], platform_secret: ['SELECT', 'INSERT'] },
}

const workersOwn: typeof applicationsOwn = {
  ...{ audit_head: ['SELECT'], audit_pending: ['SELECT', 'DELETE'], audit_link: ['SELECT', 'INSERT'] },
  ...{ audit_chain_end: ['SELECT', 'INSERT', 'UPDATE'], audit_anchor: ['SELECT', 'INSERT'] },
  ...{ audit_restart: ['SELECT'], migration: ['SELECT'], platform_secret: ['SELECT', 'INSERT'] },
}

/** The rights needed for adding a job. */
const applicationsQueue: Readonly<Record<string, Privilege[]>> = {
  _private_jobs: ['SELECT', 'INSERT', 'UPDATE'],
  _private_job_queues: ['SELECT', 'INSERT', 'UPDATE'],
  _private_tasks: ['SELECT', 'INSERT'],
}

/** The owner of a table can disable a trigger that forbids a change; without the right, the change is impossible anyway. */
function ofProgram(relation: Relation, own: typeof applicationsOwn): string[] {
  if (relation.isView) return ['SELECT']
  const { forbidsUpdate, forbidsDelete } = relation
  return [
    ...(own[relation.name] ?? [
      ...['SELECT', 'INSERT'],
      ...(forbidsUpdate ? [] : ['UPDATE']),
      ...(forbidsDelete ? [] : ['DELETE']),
    ]),
  ]
}

function ofWorkerInQueue({ name, isView }: Relation): string[] {
  return isView || name === 'migrations' ? ['SELECT'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
}

function reading(relation: Relation): string[] {
  const notShown = hidden[relation.name] ?? []
  if (notShown === 'all') return []
  if (notShown.length === 0) return ['SELECT']
  return columnsOf(
    relation,
    relation.columns.filter((column) => !notShown.includes(column)),
  )
}

function columnsOf({ columns }: Relation, shown: 'all' | readonly string[]): string[] {
  if (shown === 'all') return ['SELECT']
  return columns.filter((column) => shown.includes(column)).map((column) => `SELECT (${column})`)
}
