import pg from 'pg'

const words = {
  CONNECTION_LOST: 'the connection to the database was lost',
  CONNECTION_SILENT: 'the database did not answer in time',
  CONNECTION_TIMEOUT: 'the database could not be reached in time',
  CONNECTION_BUSY: 'every connection to the database is in use',
  CONNECTION_STALE: 'the tables have changed since the statement was prepared',
} as const

/** There is no answer from the database, nor will there be: whether the last statement was done is not known. */
export class DatabaseLost extends Error {
  override name = 'DatabaseLost'
  readonly code: keyof typeof words

  constructor(code: keyof typeof words, options?: ErrorOptions) {
    super(words[code], options)
    this.code = code
  }
}

/** What PostgreSQL says as it ends a connection, and what one says that has become a standby: nothing more comes of it. */
const last = /^(08|57P|25P03|25P04|25006)/

/** Whether an error is the database's plain answer to a statement, after which its connection takes others. */
export function isAnswer(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  return !last.test(error.code ?? '') && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/** How an error is told after which a connection cannot be used: a value that cannot be read is told as it is. */
export function toldAsLost(error: unknown): Error {
  if (error instanceof DatabaseLost || error instanceof RangeError || error instanceof SyntaxError)
    return error
  const silent = error instanceof Error && error.message === 'Query read timeout'
  return new DatabaseLost(silent ? 'CONNECTION_SILENT' : 'CONNECTION_LOST', { cause: error })
}

/** How it is told that no connection was to be had. What the machine or the database says of it stays: it has a code. */
export function toldAsClosed(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseLost('CONNECTION_LOST', { cause: error })
  if (error.message.startsWith('timeout exceeded'))
    return new DatabaseLost('CONNECTION_BUSY', { cause: error })
  if ('code' in error && error.code !== undefined) return error
  const late = /timeout/.test(error.message)
  return new DatabaseLost(late ? 'CONNECTION_TIMEOUT' : 'CONNECTION_LOST', { cause: error })
}
