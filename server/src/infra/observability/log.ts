import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { countLoggedAlarm } from './alarm-metrics.ts'
import { currentCorrelation, traceIdOf } from './correlation.ts'
import type { LoggedAlarms } from './logged-alarms.ts'

/**
 * Opens the program's log: JSON lines, or silent; to standard output, or to a test's stream. Of an error, only the name,
 * code, message and stack are logged; of a database error not even the message, which may contain user input. Each line of a
 * request, and of a job that the request queued, has the request's number as `reqId`. Errors with an `alarm` are also
 * collected in `alarms`.
 */
export function openLog(level: string, destination?: DestinationStream, alarms?: LoggedAlarms): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorOf, error: errorOf },
    mixin: (_line, _level, logger) => correlationOf(logger),
    redact: ['authorization', 'password', 'code', 'token', 'email', 'phone', 'name', 'headers'].map(
      (key) => `*.${key}`,
    ),
    hooks: watching(alarms),
  }
  return destination ? pino(options, destination) : pino(options)
}

export type Log = Logger

/** The request and job of the running code, the trace if there is one. A request's own logger has its number already. */
function correlationOf(logger: Log): object {
  const correlation = currentCorrelation()
  if (!correlation) return {}
  const { requestId, job } = correlation
  const traceId = traceIdOf(correlation)
  return {
    ...(!('reqId' in logger.bindings()) && { reqId: requestId }),
    ...(job && { job }),
    ...(traceId && { traceId }),
  }
}

/** Counts the lines with an alarm, and collects those that are errors; of each only its name and the constant message. */
function watching(alarms: LoggedAlarms | undefined): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(words, method, level) {
      const [about, text] = words
      if (isAlarm(about)) {
        countLoggedAlarm(about.alarm)
        if (level >= errorLevel) alarms?.add(about.alarm, String(text))
      }
      method.apply(this, words)
    },
  }
}

/** The number that pino gives to errors. */
const errorLevel = 50

function isAlarm(about: unknown): about is { readonly alarm: string } {
  return typeof about === 'object' && about !== null && 'alarm' in about && typeof about.alarm === 'string'
}

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
