import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, IndexStmt, Node } from 'libpg-query'

/** What the rules need to know of a migration beside one of its statements. */
export type MigrationContext = {
  readonly phase: 'expand' | 'contract'
  readonly inTransaction: boolean
  /** The tables that the migration itself creates: no version uses them yet. */
  readonly newTables: ReadonlySet<string>
  /** The constraints that the migration adds. */
  readonly newConstraints: ReadonlySet<string>
  /** The tables of which an earlier migration has validated a constraint. */
  readonly validatedTables: ReadonlySet<string>
  /** The tables that are partitioned by month. */
  readonly partitionedTables: ReadonlySet<string>
}

/** What is wrong with one statement of a migration, each with what to do instead. */
export function statementProblems(statement: Node, context: MigrationContext): string[] {
  const isNew = (table: string | undefined) => context.newTables.has(table ?? '')
  if ('AlterTableStmt' in statement)
    return isNew(statement.AlterTableStmt.relation?.relname)
      ? []
      : alterProblems(statement.AlterTableStmt, context)
  if ('IndexStmt' in statement)
    return isNew(statement.IndexStmt.relation?.relname) ? [] : indexProblems(statement.IndexStmt, context)
  if ('DropStmt' in statement) {
    const { removeType, concurrent } = statement.DropStmt
    if (context.phase === 'expand') return [dropAdvice]
    return removeType === 'OBJECT_INDEX' && !concurrent
      ? ['An index is dropped and blocks its table. Write: drop index concurrently if exists.']
      : []
  }
  if ('UpdateStmt' in statement && !statement.UpdateStmt.whereClause) return [batchAdvice]
  if ('DeleteStmt' in statement && !statement.DeleteStmt.whereClause) return [batchAdvice]
  const [kind = ''] = Object.keys(statement)
  const advice = refused[kind]
  return advice === undefined ? [] : [advice]
}

const dropAdvice =
  'An expand migration takes something away. The versions that run meanwhile use it: drop it in a contract migration of a later release.'
const batchAdvice =
  'All rows are changed in one transaction, which blocks their users. Change them in batches: a `do` block that commits each, in a migration with `-- no transaction`.'
const renameAdvice =
  'A name changes, and no two versions can use both names. Add the new one, write both, and drop the old one in a later release.'
const limitAdvice = 'Transactions and limits of time are the business of the command. Leave this out.'
const lockAdvice =
  'This locks a whole table for a long time. Leave it to the operator, or build what you need beside it.'

const refused: Readonly<Record<string, string>> = {
  ...{ RenameStmt: renameAdvice, AlterObjectSchemaStmt: renameAdvice },
  ...{ TransactionStmt: limitAdvice, VariableSetStmt: limitAdvice },
  ...{ LockStmt: lockAdvice, ReindexStmt: lockAdvice, VacuumStmt: lockAdvice, ClusterStmt: lockAdvice },
  TruncateStmt: 'A table is emptied. Create a new table instead.',
}

function indexProblems(
  { concurrent, idxname, if_not_exists, relation }: IndexStmt,
  context: MigrationContext,
): string[] {
  if (context.partitionedTables.has(relation?.relname ?? ''))
    return relation?.inh
      ? [
          'The table is partitioned, and PostgreSQL cannot build its index concurrently. Create it on `only` the table, and build and attach that of each partition in a `do` block with `-- no transaction`.',
        ]
      : []
  if (!concurrent)
    return [
      'An index is built and nobody can write into its table meanwhile. Write `create index concurrently if not exists`, alone in a migration with `-- no transaction`.',
    ]
  return [
    ...(context.inTransaction
      ? ['PostgreSQL refuses this in a transaction. Add the line `-- no transaction`.']
      : []),
    ...(idxname && if_not_exists
      ? []
      : ['An interrupted build must be found again. Write: create index concurrently if not exists <name>.']),
  ]
}

function alterProblems({ cmds = [], relation }: AlterTableStmt, context: MigrationContext): string[] {
  return cmds.flatMap((node) =>
    'AlterTableCmd' in node ? commandProblems(node.AlterTableCmd, relation?.relname ?? '', context) : [],
  )
}

function commandProblems(command: AlterTableCmd, table: string, context: MigrationContext): string[] {
  const isExpand = context.phase === 'expand'
  switch (String(command.subtype)) {
    case 'AT_AddColumn':
      return command.def && 'ColumnDef' in command.def ? columnProblems(command.def.ColumnDef) : []
    case 'AT_AddConstraint':
      return command.def && 'Constraint' in command.def ? constraintProblems(command.def.Constraint) : []
    case 'AT_ValidateConstraint':
      return context.newConstraints.has(command.name ?? '')
        ? [
            'A constraint is added and validated in one migration, which holds its lock all the time. Validate it in the next migration.',
          ]
        : []
    case 'AT_DropColumn':
      return isExpand ? [dropAdvice] : []
    case 'AT_ColumnDefault':
      return isExpand && !command.def
        ? [
            'An expand migration drops a default. Older versions do not write the column: do it in a contract migration.',
          ]
        : []
    case 'AT_AttachPartition':
    case 'AT_DetachPartition':
      return [
        'Partitions are made by `make_partitions()` and dropped by the command `archive`. Leave this out.',
      ]
    case 'AT_SetNotNull':
      return notNullProblems(isExpand, context.validatedTables.has(table))
    case 'AT_AlterColumnType':
      return [
        'The type of a column changes: PostgreSQL writes the whole table again, and older versions expect the old type. Add a new column, write both, and drop the old one in a later release.',
      ]
    default:
      return []
  }
}

function notNullProblems(isExpand: boolean, isValidated: boolean): string[] {
  if (isExpand)
    return ['An expand migration forbids nulls that older versions may write. Do it in a contract migration.']
  return isValidated
    ? []
    : [
        'PostgreSQL reads the whole table for `set not null`, and nobody can use it meanwhile. First add `check (… is not null) not valid`, and validate it in an earlier migration.',
      ]
}

const serials = ['smallserial', 'serial', 'bigserial', 'serial2', 'serial4', 'serial8']

function columnProblems({ colname, typeName, constraints = [] }: ColumnDef): string[] {
  const all = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []))
  const has = (kind: Constraint['contype']) => all.some(({ contype }) => contype === kind)
  const type = typeName?.names?.at(-1)
  const isSerial = type && 'String' in type && serials.includes(type.String.sval ?? '')
  const isComputed = all.some(
    ({ contype, raw_expr }) => contype === 'CONSTR_DEFAULT' && callsFunction(raw_expr),
  )
  return [
    ...(has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT')
      ? [
          `The column ${colname} is not null and has no default, so older versions cannot insert rows. Give it a default, or allow null.`,
        ]
      : []),
    ...(isSerial || isComputed || has('CONSTR_IDENTITY') || has('CONSTR_GENERATED')
      ? [
          `PostgreSQL writes the whole table again to fill the column ${colname}. Add it without a value, and fill it in batches.`,
        ]
      : []),
    ...(has('CONSTR_CHECK') || has('CONSTR_FOREIGN')
      ? [
          `PostgreSQL reads the whole table to check the column ${colname}. Add the constraint by itself, as \`not valid\`, and validate it in the next migration.`,
        ]
      : []),
    ...(has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY') ? [uniqueAdvice] : []),
  ]
}

const uniqueAdvice =
  'A constraint builds an index and blocks its table. Build a unique index concurrently, and add the constraint with `using index`.'

function constraintProblems({ contype, conname, skip_validation, indexname }: Constraint): string[] {
  switch (String(contype)) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
      return skip_validation
        ? []
        : [
            `PostgreSQL reads the whole table to check ${conname ?? 'the constraint'}, and blocks it. Add \`not valid\`, and validate it in the next migration.`,
          ]
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return indexname ? [] : [uniqueAdvice]
    case 'CONSTR_EXCLUSION':
      return [
        'An exclusion constraint builds an index and blocks its table. Create a new table that has it, and move the rows in batches.',
      ]
    default:
      return []
  }
}

/** Whether an expression calls a function other than now(), so that each row may get another value. */
function callsFunction(expression: unknown): boolean {
  const calls = JSON.stringify(expression ?? null).match(/"funcname":\[.*?\]/g) ?? []
  return calls.some((call) => !call.endsWith('"now"}}]'))
}
