import {
  type ConnectionProvider,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  Transaction,
} from 'kysely'

/** Kysely asks a transaction for these only to begin another one. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const beginsNothing = { config: { dialect }, dialect, driver: new DummyDriver() }

type Told<T extends readonly unknown[]> = { -readonly [K in keyof T]: () => T[K] }

/**
 * Asks several things on one connection at once: within a transaction Kysely has each wait for the answer to the one before,
 * and outside of one each takes a connection of its own. They are sent together, done one after the other in the order in
 * which they are asked, and each sees what the ones before it did. What is asked must go through the database that `ask` is
 * given. Answers what became of each: some are no longer wanted where another refuses.
 */
export async function atOnce<Db extends QueryExecutorProvider, const T extends readonly unknown[]>(
  db: Db,
  ask: (db: Db) => { readonly [K in keyof T]: Promise<T[K]> },
): Promise<Told<T>> {
  return await db.getExecutor().provideConnection(async (connection) => {
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    const executor = db.getExecutor().withConnectionProvider(provider)
    // As a transaction it refuses to begin another, which would need a connection of its own.
    const ours = new Transaction<never>({ ...beginsNothing, executor }) as unknown as Db
    const answers = await Promise.allSettled(ask(ours))
    return answers.map((answer) => () => told(answer)) as Told<T>
  })
}

/** The same where every answer is wanted. Throws what the first that fails does. */
export async function allAtOnce<Db extends QueryExecutorProvider, const T extends readonly unknown[]>(
  db: Db,
  ask: (db: Db) => { readonly [K in keyof T]: Promise<T[K]> },
): Promise<{ -readonly [K in keyof T]: T[K] }> {
  const answers = await atOnce<Db, T>(db, ask)
  return answers.map((told) => told()) as { -readonly [K in keyof T]: T[K] }
}

function told<T>(answer: PromiseSettledResult<T>): T {
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}
