import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseLost, isAnswer, toldAsLost } from './lost.ts'
import type { Statements } from './statements.ts'
import { sent } from './values.ts'

/**
 * A connection for as long as it is lent. What is asked at once is sent at once, and done and answered in that order. One that
 * is lost, or whose answer does not come, takes nothing more and is thrown away, which undoes its transaction; and what is
 * asked after the end of a transaction, or after the connection was given back, is refused: it was meant to be inside.
 */
export class Loan implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #statements: Statements
  #transaction: 'none' | 'open' | 'over' = 'none'
  /** How a transaction begins of which nothing was asked yet. */
  #beginning: string | null = null
  /** A beginning that is not answered yet. */
  #begun: Promise<void> | null = null
  /** What follows waits for this. */
  #held: Promise<void> | null = null
  /** What the database refused first within a transaction, which keeps nothing since. */
  #refused: pg.DatabaseError | null = null
  #lost: Error | null = null
  /** It answers still, and is not lent again. */
  #worn = false
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
    const unfit = destroy || this.#worn || this.#lost !== null || this.#transaction === 'open'
    this.#client.release(unfit || this.#statements.isFull(this.#client))
  }

  async #inTurn<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const begins = /^(begin|start transaction)\b/.test(sql)
    const ends = sql === 'commit' || sql === 'rollback'
    if (this.#returned || (this.#transaction === 'over' && !begins && !ends))
      throw new Error('asked after the end of its transaction')
    if (begins) {
      this.#transaction = 'open'
      this.#beginning = sql
      this.#refused = null
      return nothing()
    }
    if (ends) this.#transaction = 'over'
    if (ends && this.#beginning !== null) {
      this.#beginning = null
      return nothing(sql === 'commit' ? 'COMMIT' : 'ROLLBACK')
    }
    return await this.#ask<R>(sql, parameters.map(sent))
  }

  async #ask<R>(sql: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      const begun = this.#begin()
      if (this.#begun && !onlyReads(sql)) this.#held = this.#begun
      if (this.#held) await this.#held
      if (this.#lost) throw this.#lost
      const [answer] = await Promise.all([this.#send<R>(sql, values), begun])
      if (sql === 'commit' && this.#refused) throw this.#refused
      return answer
    } catch (error) {
      if (isAnswer(error)) throw this.#reasonOf(error)
      this.#lost ??= toldAsLost(error)
      if (sql === 'rollback') return nothing('ROLLBACK')
      throw this.#lost
    }
  }

  /** Once a transaction is refused anything, all that follows is refused too, and says no more than that. */
  #reasonOf(error: pg.DatabaseError): pg.DatabaseError {
    if (this.#transaction === 'none') return error
    this.#refused ??= error
    return this.#refused
  }

  /**
   * Begins a transaction with its first statement. What only reads goes out together with the beginning; what may write, and
   * all that follows it, waits until that is answered, or what it wrote would stay should it not have begun.
   */
  #begin(): Promise<void> | undefined {
    const beginning = this.#beginning
    if (beginning === null || this.#lost) return undefined
    this.#beginning = null
    const begun = this.#answer({ text: beginning, values: [] }).then(
      () => {
        this.#begun = null
        this.#held = null
      },
      (error: unknown) => {
        this.#lost ??= isAnswer(error)
          ? new DatabaseLost('CONNECTION_LOST', { cause: error })
          : toldAsLost(error)
        throw this.#lost
      },
    )
    this.#begun = begun
    return begun
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
      // What was prepared for other tables stays so for the whole life of a connection; by now somebody else may have it.
      if (inTransaction || this.#returned) throw new DatabaseLost('CONNECTION_STALE', { cause: error })
      this.#worn = true
      return await this.#answer<R>({ text, values })
    }
  }

  async #answer<R>(statement: pg.QueryConfig<unknown[]>): Promise<PostgresQueryResult<R>> {
    const answer: unknown = await this.#client.query(statement)
    return answer as PostgresQueryResult<R>
  }
}

function nothing<R>(command: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): PostgresQueryResult<R> {
  return { command, rowCount: 0, rows: [] }
}

/** Whether a statement changes nothing, as far as its words tell; locks are no change. */
function onlyReads(sql: string): boolean {
  const bare = sql.replaceAll(/\bfor (no key )?update\b/gi, '')
  return (
    /^\s*select\b/i.test(bare) && !/\b(insert|update|delete|merge|nextval|set_config|\w*jobs?)\b/i.test(bare)
  )
}

function isStale(error: unknown): boolean {
  return isAnswer(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
