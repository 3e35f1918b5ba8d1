import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseLost, isAnswer, toldAsLost } from './lost.ts'
import type { Statements } from './statements.ts'
import { sent } from './values.ts'

/**
 * A connection for as long as it is lent. Statements go one after the other. One that is lost, or whose answer does not
 * come, takes nothing more and is thrown away, which undoes its transaction; and what is asked after the end of a
 * transaction, or after the connection was given back, is refused: it was meant to be inside.
 */
export class Loan implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #statements: Statements
  #before: Promise<unknown> = Promise.resolve()
  #transaction: 'none' | 'open' | 'over' = 'none'
  #lost: Error | null = null
  #returned = false

  constructor(client: pg.PoolClient, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new Error('rows are read all at once')
    return this.#inTurn<R>(sql, parameters)
  }

  release(destroy = false): void {
    this.#returned = true
    const unfit = destroy || this.#lost !== null || this.#transaction === 'open'
    this.#client.release(unfit || this.#statements.isFull(this.#client))
  }

  async #inTurn<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const begins = /^(begin|start transaction)\b/.test(sql)
    const ends = sql === 'commit' || sql === 'rollback'
    if (this.#returned || (this.#transaction === 'over' && !begins && !ends))
      throw new Error('asked after the end of its transaction')
    if (begins) this.#transaction = 'open'
    if (ends) this.#transaction = 'over'
    const values = parameters.map(sent)
    const asking = this.#before.then(() => this.#ask<R>(sql, values))
    this.#before = asking.catch(() => {})
    return await asking
  }

  async #ask<R>(sql: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      if (this.#lost) throw this.#lost
      return await this.#send(sql, values)
    } catch (error) {
      if (isAnswer(error)) throw error
      this.#lost ??= toldAsLost(error)
      if (sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
      throw this.#lost
    }
  }

  async #send<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    const inTransaction = this.#transaction !== 'none'
    const name = /^(begin|start|commit|rollback)\b/.test(text)
      ? undefined
      : this.#statements.nameOf(this.#client, text)
    try {
      return await this.#answer<R>({ text, values, ...(name && { name }) })
    } catch (error) {
      if (!name || !isStale(error)) throw error
      // What was prepared for other tables stays so for the whole life of a connection.
      if (inTransaction) throw new DatabaseLost('CONNECTION_STALE', { cause: error })
      const again = await this.#answer<R>({ text, values })
      this.#lost = new DatabaseLost('CONNECTION_STALE', { cause: error })
      return again
    }
  }

  async #answer<R>(statement: pg.QueryConfig<unknown[]>): Promise<PostgresQueryResult<R>> {
    const answer: unknown = await this.#client.query(statement)
    return answer as PostgresQueryResult<R>
  }
}

function isStale(error: unknown): boolean {
  return isAnswer(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
