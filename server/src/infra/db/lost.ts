import pg from 'pg'

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
export function isAnswer(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  return !last.test(error.code ?? '') && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/** The error to report for a connection that cannot be used any more. A value that cannot be read is reported as it is. */
export function toldAsLost(error: unknown): Error {
  if (error instanceof DatabaseLost || error instanceof RangeError || error instanceof SyntaxError)
    return error
  const silent = error instanceof Error && error.message === 'Query read timeout'
  return new DatabaseLost(silent ? 'CONNECTION_SILENT' : 'CONNECTION_LOST', { cause: error })
}

/** The error to report if no connection could be opened. Errors of the machine or the database have a code and stay. */
export function toldAsClosed(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseLost('CONNECTION_LOST', { cause: error })
  if (error.message.startsWith('timeout exceeded'))
    return new DatabaseLost('CONNECTION_BUSY', { cause: error })
  if ('code' in error && error.code !== undefined) return error
  const late = /timeout/.test(error.message)
  return new DatabaseLost(late ? 'CONNECTION_TIMEOUT' : 'CONNECTION_LOST', { cause: error })
}
