import { loadModule, type Node, type ParseResult, parseSync } from 'libpg-query'
import { levelOf, type Migration } from '../../server/src/infra/db/migrations.ts'
import { type MigrationContext, statementProblems } from './migration-statements.ts'
import type { Finding } from './source.ts'

await loadModule()

/** A statement with the line on which it starts. */
type Statement = { readonly node: Node; readonly line: number }

/**
 * Migrations after the first one that break the rules of CONTRIBUTING: a version that runs meanwhile would fail, or everybody
 * would wait for a lock.
 */
export function checkMigrations(migrations: readonly Migration[]): Finding[] {
  const levels = new Set<string>()
  const seen: Seen = { validatedTables: new Set(), indexes: new Set(), partitionedTables: new Set() }
  return migrations.flatMap((migration, position) => {
    const path = `server/migrations/${migration.name}`
    const fail = (text: string, line = 1): Finding => ({ level: 'fail', path, line, text })
    const statements = readStatements(migration.text)
    if (typeof statements === 'string') return [fail(`PostgreSQL cannot read it: ${statements}.`)]
    const found = position === 0 ? [] : headerProblems(migration, levels).map((text) => fail(text))
    if (position > 0) found.push(...checkStatements(migration, statements, seen, fail))
    levels.add(levelOf(migration))
    for (const { node } of statements) remember(node, seen)
    return found
  })
}

function readStatements(text: string): Statement[] | string {
  try {
    const result: ParseResult = parseSync(text)
    const bytes = Buffer.from(text)
    return (result.stmts ?? []).flatMap(({ stmt, stmt_location = 0 }) => {
      const after = bytes.subarray(stmt_location).toString()
      const skipped = after.match(/^(?:\s+|--.*(?:\n|$))*/)?.[0] ?? ''
      const before = bytes.subarray(0, stmt_location).toString() + skipped
      return stmt ? [{ node: stmt, line: before.split('\n').length }] : []
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function headerProblems(migration: Migration, levels: ReadonlySet<string>): string[] {
  const { phase, worksFrom, text } = migration
  const level = levelOf(migration)
  if (levels.has(level)) return [`Another migration has the number ${level}. Take the next free one.`]
  if (phase === null)
    return [
      'It does not say what it does to older versions. Begin with `-- phase: expand` or `-- phase: contract`.',
    ]
  if (phase === 'expand')
    return /^-- works with/m.test(text)
      ? [
          'An expand migration works with every older version. If this one does not, it is a contract migration.',
        ]
      : []
  if (worksFrom !== null && levels.has(worksFrom)) return []
  return [
    'A contract migration names the first version that runs without what it takes away. Write `-- works with versions from: 0002`, with the number of the last migration of that version.',
  ]
}

function checkStatements(
  migration: Migration,
  statements: readonly Statement[],
  seen: Seen,
  fail: (text: string, line: number) => Finding,
): Finding[] {
  const created = statements.flatMap(({ node }) => newNames(node))
  const context: MigrationContext = {
    phase: migration.phase ?? 'expand',
    inTransaction: migration.inTransaction,
    newTables: new Set(created.flatMap(({ table }) => table ?? [])),
    newConstraints: new Set(created.flatMap(({ constraint }) => constraint ?? [])),
    validatedTables: seen.validatedTables,
    partitionedTables: seen.partitionedTables,
  }
  const alone = migration.inTransaction ? [] : aloneProblems(statements)
  return [
    ...alone.map((text) => fail(text, 1)),
    ...statements.flatMap(({ node, line }) =>
      [...statementProblems(node, context), ...repeatedIndex(node, seen)].map((text) => fail(text, line)),
    ),
  ]
}

/** A migration outside a transaction must be safe to begin again: it is one statement, and one of these. */
function aloneProblems(statements: readonly Statement[]): string[] {
  const [first] = statements
  if (!first || statements.length > 1)
    return ['A migration with `-- no transaction` has exactly one statement. Make one migration for each.']
  const { node } = first
  const isRepeatable =
    ('IndexStmt' in node && node.IndexStmt.concurrent) ||
    ('DropStmt' in node && node.DropStmt.concurrent && node.DropStmt.missing_ok) ||
    'DoStmt' in node
  return isRepeatable
    ? []
    : [
        'Only `create index concurrently if not exists`, `drop index concurrently if exists` and a `do` block run without a transaction. Leave out `-- no transaction`.',
      ]
}

/** `if not exists` would silently build nothing. */
function repeatedIndex(node: Node, { indexes }: Seen): string[] {
  const name = 'IndexStmt' in node ? node.IndexStmt.idxname : undefined
  return name !== undefined && indexes.has(name)
    ? [`An earlier migration has an index ${name}. Take another name.`]
    : []
}

/** What earlier migrations did. */
type Seen = {
  readonly validatedTables: Set<string>
  readonly indexes: Set<string>
  readonly partitionedTables: Set<string>
}

function remember(node: Node, seen: Seen): void {
  if ('IndexStmt' in node && node.IndexStmt.idxname) seen.indexes.add(node.IndexStmt.idxname)
  if ('CreateStmt' in node && node.CreateStmt.partspec && node.CreateStmt.relation?.relname)
    seen.partitionedTables.add(node.CreateStmt.relation.relname)
  if (!('AlterTableStmt' in node)) return
  const { cmds = [], relation } = node.AlterTableStmt
  const validates = cmds.some(
    (one) => 'AlterTableCmd' in one && one.AlterTableCmd.subtype === 'AT_ValidateConstraint',
  )
  if (validates && relation?.relname) seen.validatedTables.add(relation.relname)
}

function newNames(node: Node): { table?: string | undefined; constraint?: string | undefined }[] {
  if ('CreateStmt' in node) return [{ table: node.CreateStmt.relation?.relname }]
  if ('CreateTableAsStmt' in node) return [{ table: node.CreateTableAsStmt.into?.rel?.relname }]
  if (!('AlterTableStmt' in node)) return []
  return (node.AlterTableStmt.cmds ?? []).flatMap((one) => {
    const def = 'AlterTableCmd' in one ? one.AlterTableCmd.def : undefined
    return def && 'Constraint' in def ? [{ constraint: def.Constraint.conname }] : []
  })
}
