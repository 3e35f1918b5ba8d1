import pg from 'pg'
import { DatabaseLost, isAnswer, toldAsLost } from './lost.ts'
import { mostPrepared, StatementNames } from './prepared-statements.ts'

/** How long a server may take to accept a connection, in milliseconds. */
const openingTimeout = 4_000

const names = new StatementNames()

/**
 * A connection of node-postgres that prepares repeated statements, reports a lost connection as `DatabaseLost` and closes it,
 * and refuses statements that are sent after the transaction they were meant for has ended.
 */
export class Connection extends pg.Client {
  readonly #prepared = new Set<string>()
  #transactionEnded = false

  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: openingTimeout })
  }

  /** Called when the pool hands the connection to its next user. */
  lend(): void {
    this.#transactionEnded = false
  }

  // Kysely sends (text, values). The pool and the queue use other overloads, such as (text, values, callback).
  override query(...args: never[]): never {
    const [text, values, ...others] = args as unknown[]
    const isKysely = typeof text === 'string' && Array.isArray(values) && others.length === 0
    const answer = isKysely ? this.#run(text, values) : this.#send(args)
    return answer as never
  }

  /** Runs one statement of Kysely. */
  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (/^(begin|start transaction)\b/.test(text)) this.#transactionEnded = false
    const isEnd = text === 'commit' || text === 'rollback'
    if (this.#transactionEnded && !isEnd) throw new Error('the transaction of this statement has ended')
    if (isEnd) this.#transactionEnded = true
    try {
      return await this.#send([{ text, values, name: this.#nameOf(text) }])
    } catch (error) {
      // The server undoes the transaction of a lost connection by itself.
      if (text === 'rollback' && error instanceof DatabaseLost) return { command: 'ROLLBACK', rows: [] }
      if (!isStalePlan(error)) throw error
      names.renew()
      if (this.getTransactionStatus() !== 'I') throw new DatabaseLost('CONNECTION_STALE', { cause: error })
      return await this.#send([{ text, values }])
    }
  }

  #send(args: unknown[]): unknown {
    const answer: unknown = Reflect.apply(super.query, this, args)
    return answer instanceof Promise ? answer.catch((error: unknown) => this.#fail(error)) : answer
  }

  #fail(error: unknown): never {
    if (isAnswer(error)) throw error
    const reported = toldAsLost(error)
    if (reported instanceof DatabaseLost) this.#close()
    throw reported
  }

  /** Tells the pool that this connection has ended, and does not wait for a server that may never answer. */
  #close(): void {
    this.end().catch(() => {})
    this.connection.stream.destroy()
  }

  #nameOf(text: string): string | undefined {
    const name = names.nameOf(text)
    if (!name || (this.#prepared.size >= mostPrepared && !this.#prepared.has(name))) return undefined
    this.#prepared.add(name)
    return name
  }
}

/** Whether a table has changed since the statement was prepared. */
function isStalePlan(error: unknown): boolean {
  return isAnswer(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
