import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Opens the program's log: JSON lines, or silent; to standard output, or to a test's stream. Of an error, only the name,
 * code, message and stack are logged; of a database error not even the message, which may contain user input.
 */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorOf, error: errorOf },
    redact: ['authorization', 'password', 'code', 'token', 'email', 'phone', 'name', 'headers'].map(
      (key) => `*.${key}`,
    ),
  }
  return destination ? pino(options, destination) : pino(options)
}

export type Log = Logger

function errorOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 300) }
  const message = 'severity' in error ? 'a statement failed' : error.message
  return {
    kind: 'severity' in error ? 'DatabaseError' : error.name,
    reason: 'code' in error ? error.code : undefined,
    ...('constraint' in error && { constraint: error.constraint }),
    message,
    stack: error.stack?.replace(error.message, message),
  }
}
