import { join, resolve } from 'node:path'
import { forReading, isForWriting } from '../db/hosts.ts'
import type { S3Settings } from '../files/store/s3-store.ts'
import { mostUse, type UseLimits, useLimitsBy } from '../http/use-limits.ts'
import type { TracingSettings } from '../observability/tracing.ts'
import type { TermiiSettings } from '../sms/termii.ts'
import { type CopySettings, type DrillSettings, readBackupSettings } from './backup-settings.ts'
import {
  findUnsafeSettings,
  type JudgedSettings,
  readUnsafeOverride,
  shortestSecretKey,
  type UnsafeOverride,
} from './unsafe-settings.ts'

export type Config = JudgedSettings & {
  readonly port: number
  readonly dataDir: string
  readonly demo: boolean
  /** Where new files are stored, and the places where files can be. The bucket is null if it is not set up. */
  readonly files: {
    readonly place: 'folder' | 's3'
    readonly folder: string
    readonly s3: S3Settings | null
  }
  /** How far a replica may be behind for lists to be read from it, in seconds. */
  readonly databaseReadLag: number
  /** Whether a demonstration has a history: orders of made-up patients before the first visitor. */
  readonly demoHistory: boolean
  readonly mailFrom: string
  readonly operatorMail: string
  /** The provider of messages to phones. Null if none is configured. */
  readonly termii: TermiiSettings | null
  /** How many calls per second all processes together make to Paystack; twice as many may go out after a quiet time. */
  readonly paystackPerSecond: number
  /** How long calls to Paystack stop after five in a row without response, in milliseconds; 0 for never. */
  readonly paystackRestMs: number
  /** How many processes serve on the one port. */
  readonly webConcurrency: number
  /** Earlier values of SECRET_KEY, the newest first: they verify older links of the audit chain. */
  readonly secretKeysBefore: readonly string[]
  /** The folder for the daily anchors of the audit chain. Null if they are only mailed and stored in the database. */
  readonly auditFolder: string | null
  /** The copies of the embedded database. */
  readonly copies: CopySettings
  readonly drill: DrillSettings
  /** How long a web process still serves, with /readyz at 503, before it stops; seconds. */
  readonly drainSeconds: number
  readonly logLevel: string
  /** Where traces go. Null if none are made. */
  readonly tracing: TracingSettings | null
  /** Whether requests continue the trace that their `traceparent` names. */
  readonly trustTraceparent: boolean
  /** Whether browsers may store pages, to open them without a network. */
  readonly offline: boolean
  readonly simulatorUrl: string | null
  readonly databasePool: number
  /** How many calls each web process runs concurrently; four times as many wait, and further ones are refused. */
  readonly callsAtOnce: number
  /** Open connections from one network address, if no proxy is trusted. */
  readonly connectionsPerAddress: number
  /** Calls per minute, for calls that hash no password. */
  readonly ratePerAddress: number
  /** Calls per minute, for each call that hashes a password. */
  readonly hashesPerAddress: number
  readonly useLimits: UseLimits
  /** The failed safety checks of settings that a real install allows, and why; null if none are allowed. */
  readonly unsafeSettings: UnsafeOverride | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings are wrong; `problems` lists each in words for the person who starts the program. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads and checks the environment once. Throws ConfigError with every problem, including unsafe settings. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const read = reader(env, problems)
  const demo = read.oneOf('DEMO', ['on', 'off'], 'off') === 'on'
  const port = read.whole('PORT', 3000, 0, 65_535)
  const override = readUnsafeOverride(read.text('UNSAFE_SETTINGS', ''), problems)
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  const dataDir = resolve(read.text('DATA_DIR', './data'))
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port,
    dataDir,
    files: readFiles(read, problems, dataDir),
    databaseUrl: readDatabase(read, problems, 'DATABASE_URL') ?? '',
    databaseOwnerUrl: readDatabase(read, problems, 'DATABASE_OWNER_URL'),
    databaseWorkerUrl: readDatabase(read, problems, 'DATABASE_WORKER_URL'),
    databaseReadUrl: readReplica(read, problems),
    databaseReadLag: read.whole('DATABASE_READ_LAG', 2, 1, 60),
    publicUrl: (read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(
      /\/+$/,
      '',
    ),
    demo,
    demoHistory: read.oneOf('DEMO_HISTORY', ['on', 'off'], 'on') === 'on',
    smtpUrl,
    mailFrom: read.text('MAIL_FROM', 'Labalaba <no-reply@labalaba.example>'),
    operatorMail: read.text('OPERATOR_MAIL', 'operations@labalaba.example'),
    termii: readTermii(read, problems),
    paystack: readPaystack(read, problems),
    paystackPerSecond: read.whole('PAYSTACK_PER_SECOND', 5, 1, 100_000),
    paystackRestMs: read.whole('PAYSTACK_REST_MS', 10_000, 0, 600_000),
    role: read.oneOf('ROLE', ['web', 'worker', 'all'], 'all'),
    webConcurrency: read.whole('WEB_CONCURRENCY', 1, 1, 64),
    workerPort: read.text('WORKER_PORT', '') ? read.whole('WORKER_PORT', port, 1, 65_535) : null,
    drainSeconds: read.whole('DRAIN_SECONDS', demo ? 0 : 5, 0, 300),
    secretKey: read.text('SECRET_KEY', '') || null,
    // %2C is a comma within a passphrase.
    secretKeysBefore: readList(read.text('SECRET_KEYS_BEFORE', '')).map((key) => key.replaceAll('%2C', ',')),
    auditFolder: read.text('AUDIT_FOLDER', '') ? resolve(read.text('AUDIT_FOLDER', '')) : null,
    ...readBackupSettings(read, dataDir),
    trustProxy: read.oneOf('TRUST_PROXY', ['on', 'off'], 'off') === 'on',
    logLevel: read.oneOf(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      demo ? 'warn' : 'info',
    ),
    tracing: readTracing(read, problems),
    trustTraceparent: read.oneOf('TRUST_TRACEPARENT', ['on', 'off'], 'off') === 'on',
    metricsToken: read.text('METRICS_TOKEN', '') || null,
    alertWebhookUrl: read.url('ALERT_WEBHOOK_URL', ['https:', 'http:']),
    offline: read.oneOf('OFFLINE', ['on', 'off'], 'on') === 'on',
    simulatorUrl: env.SIMULATOR_PORT
      ? `http://localhost:${read.whole('SIMULATOR_PORT', port + 1, 0, 65_535)}`
      : null,
    databasePool: read.whole('DATABASE_POOL', 12, 2, 200),
    callsAtOnce: read.whole('CALLS_AT_ONCE', 24, 2, 1_000),
    connectionsPerAddress: read.whole('CONNECTIONS_PER_ADDRESS', 200, 1, 1_000_000),
    ratePerAddress: read.whole('RATE_PER_ADDRESS', 6000, 1, 1_000_000),
    hashesPerAddress: read.whole('HASHES_PER_ADDRESS', 600, 1, 1_000_000),
    useLimits: useLimitsBy((name, usual) => read.whole(name, usual, 1, mostUse)),
    unsafeSettings: demo ? null : override,
  }
  if (config.secretKey !== null && config.secretKey.length < shortestSecretKey)
    problems.push(`SECRET_KEY must have at least ${shortestSecretKey} characters.`)
  if (smtpUrl && !env.MAIL_FROM)
    problems.push('MAIL_FROM is missing: give the sender of mail that goes through SMTP_URL.')
  if (!demo) problems.push(...findUnsafeSettings(config, override))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

type DatabaseName = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_WORKER_URL'

/** It may contain several hosts, so URL cannot parse it. Null if it is not set. */
function readDatabase(read: Reader, problems: string[], name: DatabaseName): string | null {
  const address = read.text(name, '')
  if (!address) {
    if (name === 'DATABASE_URL')
      problems.push(
        'DATABASE_URL is missing: `npm start` sets it. If you start another way, or give DATABASE_OWNER_URL or DATABASE_WORKER_URL, set it yourself.',
      )
    return null
  }
  if (!/^postgres(ql)?:\/\/./.test(address))
    problems.push(`${name} must be an address that starts with postgres:// or postgresql://.`)
  else if (!isForWriting(address))
    problems.push(
      `${name} must ask for a place to write to: target_session_attrs=read-write, primary or any.`,
    )
  return address
}

/** The address of a replica, of which every host will do. Null if it is not set. */
function readReplica(read: Reader, problems: string[]): string | null {
  const address = read.text('DATABASE_READ_URL', '')
  if (!address) return null
  if (/^postgres(ql)?:\/\/./.test(address)) return forReading(address)
  problems.push('DATABASE_READ_URL must be an address that starts with postgres:// or postgresql://.')
  return null
}

/** The parts of a comma-separated list. */
function readList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function readPaystack(read: Reader, problems: string[]): Config['paystack'] {
  const keys = readList(read.text('PAYSTACK_SECRET_KEY', ''))
  const url = read.url('PAYSTACK_URL', ['http:', 'https:']) ?? 'https://api.paystack.co'
  if (keys.length === 0) return null
  if (keys.some((key) => !/^sk_(test|live)_/.test(key)))
    problems.push(
      'PAYSTACK_SECRET_KEY must start with sk_test_ or sk_live_ (two keys, parted by a comma, while one replaces the other).',
    )
  return { url: url.replace(/\/+$/, ''), secretKeys: keys }
}

/** The standard settings of OpenTelemetry that we follow. Null without an endpoint: nothing is traced. */
function readTracing(read: Reader, problems: string[]): TracingSettings | null {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const share = Number(read.text('OTEL_TRACES_SAMPLER_ARG', '1'))
  if (!(share >= 0 && share <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  const serviceName = read.text('OTEL_SERVICE_NAME', 'labalaba')
  const headers = readList(read.text('OTEL_EXPORTER_OTLP_HEADERS', '')).map((pair) => pair.split(/=(.*)/s, 2))
  if (headers.some(([name, value]) => !name?.trim() || !value))
    problems.push('OTEL_EXPORTER_OTLP_HEADERS must be pairs such as name=value, parted by commas.')
  if (!endpoint) return null
  return {
    endpoint,
    share,
    serviceName,
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.trim(), value.trim()])),
  }
}

function readFiles(read: Reader, problems: string[], dataDir: string): Config['files'] {
  const place = read.oneOf('FILES', ['folder', 's3'], 'folder')
  const endpoint = read.url('S3_ENDPOINT', ['https:', 'http:'])
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = needed.filter((name) => !read.text(name, ''))
  // A part of the settings is a mistake; with all of them, files in the bucket can be read and moved away.
  if (missing.length > 0 && (place === 's3' || missing.length < needed.length))
    problems.push(`${missing.join(', ')} missing: files in S3 need ${needed.join(', ')}.`)
  const bucket = read.text('S3_BUCKET', '')
  if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    problems.push('S3_BUCKET must have 3 to 63 small letters, digits, dots and hyphens.')
  const region = read.text('S3_REGION', 'us-east-1')
  const pathStyle = read.oneOf('S3_PATH_STYLE', ['on', 'off'], 'on') === 'on'
  return {
    ...{ place, folder: resolve(read.text('FILES_FOLDER', join(dataDir, 'files'))) },
    s3:
      endpoint && missing.length === 0
        ? {
            ...{ endpoint, bucket, pathStyle, region },
            accessKeyId: read.text('S3_ACCESS_KEY_ID', ''),
            secretAccessKey: read.text('S3_SECRET_ACCESS_KEY', ''),
          }
        : null,
  }
}

function readTermii(read: Reader, problems: string[]): Config['termii'] {
  const url = read.url('TERMII_URL', ['https:', 'http:']) ?? 'https://api.ng.termii.com'
  const apiKey = read.text('TERMII_API_KEY', '')
  const senders = {
    sms: read.text('TERMII_SENDER', '') || null,
    whatsapp: read.text('TERMII_WHATSAPP_SENDER', '') || null,
  }
  const route = read.oneOf('TERMII_ROUTE', ['dnd', 'generic'], 'dnd')
  if (read.oneOf('SMS_PROVIDER', ['none', 'termii'], 'none') === 'none') return null
  if (!apiKey) problems.push('TERMII_API_KEY is missing: SMS_PROVIDER=termii needs it.')
  if (!senders.sms && !senders.whatsapp)
    problems.push('TERMII_SENDER or TERMII_WHATSAPP_SENDER is missing: give the sender of the messages.')
  if (senders.sms && !/^[A-Za-z0-9 ]{3,11}$/.test(senders.sms))
    problems.push('TERMII_SENDER must have 3 to 11 letters, digits or spaces.')
  return { url: url.replace(/\/+$/, ''), apiKey, senders, route }
}

type Reader = ReturnType<typeof reader>

function reader(env: Environment, problems: string[]) {
  const text = (name: string, otherwise: string) => env[name]?.trim() || otherwise
  return {
    text,
    oneOf<const T extends string>(name: string, choices: readonly T[], otherwise: T): T {
      const value = text(name, otherwise)
      const chosen = choices.find((choice) => choice === value)
      if (!chosen) problems.push(`${name} is "${value}"; it must be one of ${choices.join(', ')}.`)
      return chosen ?? otherwise
    },
    whole(name: string, otherwise: number, least: number, most: number): number {
      const value = Number(text(name, String(otherwise)))
      if (Number.isInteger(value) && value >= least && value <= most) return value
      problems.push(`${name} must be a whole number from ${least} to ${most}.`)
      return otherwise
    },
    url(name: string, protocols: readonly string[]): string | null {
      const value = text(name, '')
      if (!value) return null
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
      problems.push(
        `${name} must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
      return null
    },
  }
}
