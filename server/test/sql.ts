import postgres from 'postgres'

/** Statements of a test as they stand, beside the product's own way to the database. */
export type Sql = postgres.Sql

/** Opens a way to ask a database what a test wants to know. Values come as the product has them. */
export function openSql(databaseUrl: string, connections: number): Sql {
  return postgres(databaseUrl, {
    max: connections,
    idle_timeout: 120,
    connect_timeout: 10,
    connection: { application_name: 'labalaba-test', statement_timeout: 15_000, lock_timeout: 10_000 },
    onnotice() {},
    types: {
      int8: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      day: { to: 1082, from: [1082], serialize: String, parse: String },
    },
  })
}
