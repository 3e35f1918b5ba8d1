import postgres from 'postgres'

/** Raw SQL statements of a test, beside the product’s own database code. */
export type Sql = postgres.Sql

/** Opens a connection for a test’s own queries. Values have the product’s types. */
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
