import { createHash } from 'node:crypto'
import pg from 'pg'
import { inStatementSpan } from '../observability/tracing.ts'

/** How long a server may take to accept a connection, in milliseconds. */
const openingTimeout = 4_000

/**
 * A connection of node-postgres that prepares repeated statements if it may, reports a lost connection as `DatabaseLost` and
 * closes it, and refuses statements that are sent after the transaction they were meant for has ended.
 */
export class Connection extends pg.Client {
  readonly #mayPrepare: boolean
  readonly #prepared = new Set<string>()
  #transactionEnded = false

  constructor(config: pg.ClientConfig, mayPrepare = true) {
    super({ ...config, connectionTimeoutMillis: openingTimeout })
    this.#mayPrepare = mayPrepare
  }

  /** Called when the pool hands the connection to its next user. */
  lend(): void {
    this.#transactionEnded = false
  }

  // Kysely sends (text, values). The pool and the queue use other overloads, such as (text, values, callback).
  override query(...args: never[]): never {
    const [text, values, ...others] = args as unknown[]
    const isKysely = typeof text === 'string' && Array.isArray(values) && others.length === 0
    const answer = isKysely ? inStatementSpan(text, () => this.#run(text, values)) : this.#send(args)
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
    const reported = asDatabaseLost(error)
    if (reported instanceof DatabaseLost) this.#close()
    throw reported
  }

  /** Tells the pool that this connection has ended, and does not wait for a server that may never answer. */
  #close(): void {
    this.end().catch(() => {})
    this.connection.stream.destroy()
  }

  #nameOf(text: string): string | undefined {
    if (!this.#mayPrepare) return undefined
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

const words = {
  CONNECTION_LOST: 'the connection to the database was lost',
  CONNECTION_SILENT: 'the database did not answer in time',
  CONNECTION_TIMEOUT: 'the database could not be reached in time',
  CONNECTION_BUSY: 'every connection to the database is in use',
  CONNECTION_STALE: 'the tables have changed since the statement was prepared',
} as const

/** There is no response from the database and will be none: whether the last statement was executed is unknown. */
export class DatabaseLost extends Error {
  override name = 'DatabaseLost'
  readonly code: keyof typeof words

  constructor(code: keyof typeof words, options?: ErrorOptions) {
    super(words[code], options)
    this.code = code
  }
}

/** PostgreSQL's codes when it ends a connection or has become a standby: the connection is unusable. */
const last = /^(08|57P|25P03|25P04|25006)/

/** Whether an error is the database's plain response to a statement, after which its connection stays usable. */
function isAnswer(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  return !last.test(error.code ?? '') && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/** The error to report for a connection that cannot be used any more. A value that cannot be read is reported as it is. */
function asDatabaseLost(error: unknown): Error {
  if (error instanceof DatabaseLost || error instanceof RangeError || error instanceof SyntaxError)
    return error
  const silent = error instanceof Error && error.message === 'Query read timeout'
  return new DatabaseLost(silent ? 'CONNECTION_SILENT' : 'CONNECTION_LOST', { cause: error })
}

/** The error to report if no connection could be opened. Errors of the machine or the database have a code and stay. */
export function asConnectionClosed(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseLost('CONNECTION_LOST', { cause: error })
  if (error.message.startsWith('timeout exceeded'))
    return new DatabaseLost('CONNECTION_BUSY', { cause: error })
  if ('code' in error && error.code !== undefined) return error
  const late = /timeout/.test(error.message)
  return new DatabaseLost(late ? 'CONNECTION_TIMEOUT' : 'CONNECTION_LOST', { cause: error })
}

/** The most statements that stay prepared on one connection. */
export const mostPrepared = 500
/** The most statements whose text is remembered. */
const mostRemembered = 2_000

/**
 * Names for prepared statements. A statement gets one at its second use, so that one-off statements, such as those with a
 * list of their own length, take no memory in the database.
 */
class StatementNames {
  /** By text, the last used at the end; empty for a statement that was used once. */
  readonly #names = new Map<string, string>()
  #generation = 0

  /** The name of a statement; undefined if it should not be prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    const name = known === undefined ? '' : known || this.#newName(text)
    this.#names.delete(text)
    this.#names.set(text, name)
    const [oldest] = this.#names.keys()
    if (this.#names.size > mostRemembered && oldest !== undefined) this.#names.delete(oldest)
    return name || undefined
  }

  /** Gives every statement a new name: a table has changed since the old ones were prepared. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }

  #newName(text: string): string {
    return `${this.#generation}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  }
}

const names = new StatementNames()
