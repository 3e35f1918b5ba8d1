import { readHosts, readTlsModes } from '../db/hosts.ts'
import { isLoopback } from '../http/loopback.ts'
import { estimateBits } from './secret-strength.ts'

/**
 * Settings that a real install (`DEMO=off`) must not have. `UNSAFE_SETTINGS` disables a check by its name, with a reason.
 */
export const unsafeChecks = [
  'mixed-paystack-keys',
  'paystack-test-key',
  'missing-secret-key',
  'weak-secret-key',
  'plain-http',
  'plain-smtp',
  'plain-database',
  'metrics-token',
] as const

export type UnsafeCheck = (typeof unsafeChecks)[number]

/** The checks that an operator has disabled, and why. */
export type UnsafeOverride = { readonly checks: readonly UnsafeCheck[]; readonly reason: string }

/** The settings that the checks judge; `Config` has the others. */
export type JudgedSettings = {
  readonly host: string
  readonly databaseUrl: string
  /** The login that owns the tables: for migrations and the command line. Null if it is that of DATABASE_URL. */
  readonly databaseOwnerUrl: string | null
  /** The worker's login. Null if it is that of DATABASE_URL. */
  readonly databaseWorkerUrl: string | null
  /** The address of a replica from which lists may be read. Null if there is none. */
  readonly databaseReadUrl: string | null
  readonly publicUrl: string
  readonly trustProxy: boolean
  readonly role: 'web' | 'worker' | 'all'
  /** Where a process with ROLE=worker serves health and metrics. Null if nowhere. */
  readonly workerPort: number | null
  readonly smtpUrl: string | null
  readonly paystack: { readonly url: string; readonly secretKeys: readonly string[] } | null
  readonly termii: { readonly url: string } | null
  readonly files: { readonly s3: { readonly endpoint: string } | null }
  readonly secretKey: string | null
  readonly metricsToken: string | null
  /** Where alarms are posted; a secret. Null if nowhere. */
  readonly alertWebhookUrl: string | null
  readonly tracing?: { readonly endpoint: string } | null
}

/** Reads `name1,name2: reason`. For any other format it adds a problem and allows nothing. */
export function readUnsafeOverride(text: string, problems: string[]): UnsafeOverride | null {
  if (!text) return null
  const colon = text.indexOf(':')
  const reason = colon < 0 ? '' : text.slice(colon + 1).trim()
  const names = (colon < 0 ? text : text.slice(0, colon)).split(',').map((name) => name.trim())
  const checks = unsafeChecks.filter((check) => names.includes(check))
  const unknown = names.filter((name) => !checks.some((check) => check === name))
  if (unknown.length > 0)
    problems.push(
      `UNSAFE_SETTINGS names "${unknown.join(', ')}", which is not a check; the checks are ${unsafeChecks.join(', ')}.`,
    )
  else if (!reason)
    problems.push('UNSAFE_SETTINGS has no reason: write the names of checks, a colon and the reason.')
  return unknown.length === 0 && reason ? { checks, reason } : null
}

/** The problems that make a real install unsafe, one sentence each, with the fix and the name of the check. */
export function findUnsafeSettings(settings: JudgedSettings, override: UnsafeOverride | null): string[] {
  return unsafeChecks
    .filter((check) => !override?.checks.includes(check))
    .flatMap((check) => judges[check](settings).map((problem) => `${problem} (check: ${check}).`))
}

type Judge = (settings: JudgedSettings) => readonly string[]

const judges: Readonly<Record<UnsafeCheck, Judge>> = {
  'mixed-paystack-keys': ({ paystack }) =>
    paystack && hasKey(paystack, 'sk_test_') && hasKey(paystack, 'sk_live_')
      ? ['PAYSTACK_SECRET_KEY has a test key beside a live one: keep only the live keys']
      : [],
  'paystack-test-key': ({ paystack }) =>
    paystack && isTestOnly(paystack) && !isLoopback(hostOf(paystack.url))
      ? ['PAYSTACK_SECRET_KEY is a test key, with which no real payment works: use the live key']
      : [],
  'missing-secret-key': (settings) =>
    settings.secretKey === null && !isOnThisMachineAlone(settings)
      ? ['SECRET_KEY is missing: make one with `openssl rand -base64 32` and keep it apart from the database']
      : [],
  'weak-secret-key': (settings) =>
    settings.secretKey !== null &&
    settings.secretKey.length >= shortestSecretKey &&
    isWeak(settings.secretKey) &&
    !isOnThisMachineAlone(settings)
      ? ['SECRET_KEY is easy to guess: make one with `openssl rand -base64 32`']
      : [],
  'plain-http': findPlainHttp,
  'plain-smtp': ({ smtpUrl }) =>
    smtpUrl && isPlainSmtp(new URL(smtpUrl))
      ? [
          'SMTP_URL does not require TLS: start it with smtps://, or end it with ?requireTLS=true for STARTTLS',
        ]
      : [],
  'plain-database': findPlainDatabase,
  'metrics-token': (settings) =>
    servesMetricsToOthers(settings) && isWeak(settings.metricsToken ?? '')
      ? ['METRICS_TOKEN is missing or easy to guess: make one with `openssl rand -base64 32`']
      : [],
}

type Keys = NonNullable<JudgedSettings['paystack']>

const hasKey = ({ secretKeys }: Keys, start: string) => secretKeys.some((key) => key.startsWith(start))
const isTestOnly = ({ secretKeys }: Keys) => secretKeys.every((key) => key.startsWith('sk_test_'))

/** A shorter key is refused everywhere, in demonstrations too. */
export const shortestSecretKey = 32

const isWeak = (secret: string) => estimateBits(secret) < 128

function findPlainHttp(settings: JudgedSettings): string[] {
  const { publicUrl, paystack, termii, files, alertWebhookUrl, tracing } = settings
  const isPlain = (url: string | null | undefined) => isHttp(url) && !isLoopback(hostOf(url))
  return [
    ...(isPlain(publicUrl) || (isHttp(publicUrl) && listensToOthers(settings))
      ? ['PUBLIC_URL must be the https:// address by which other machines reach Labalaba']
      : []),
    ...(isPlain(paystack?.url) ? ['PAYSTACK_URL must start with https://'] : []),
    ...(isPlain(termii?.url) ? ['TERMII_URL must start with https://'] : []),
    ...(isPlain(files.s3?.endpoint) ? ['S3_ENDPOINT must start with https://'] : []),
    ...(isPlain(alertWebhookUrl) ? ['ALERT_WEBHOOK_URL must start with https://'] : []),
    ...(isPlain(tracing?.endpoint) ? ['OTEL_EXPORTER_OTLP_ENDPOINT must start with https://'] : []),
  ]
}

function isHttp(url: string | null | undefined): url is string {
  return url != null && new URL(url).protocol === 'http:'
}

/** Without `requireTLS`, the mail library continues in plain text if the server offers no TLS. */
function isPlainSmtp({ protocol, hostname, searchParams }: URL): boolean {
  const wanted = searchParams.getAll('requireTLS')
  const requiresTls = wanted.length > 0 && wanted.every((value) => value === 'true')
  return protocol === 'smtp:' && !requiresTls && !isLoopback(hostname)
}

const safeModes = ['require', 'verify-ca', 'verify-full']

function findPlainDatabase(settings: JudgedSettings): string[] {
  return [
    ...findPlainHosts('DATABASE_URL', settings.databaseUrl),
    ...findPlainHosts('DATABASE_OWNER_URL', settings.databaseOwnerUrl),
    ...findPlainHosts('DATABASE_WORKER_URL', settings.databaseWorkerUrl),
    ...findPlainHosts('DATABASE_READ_URL', settings.databaseReadUrl),
  ]
}

/**
 * Messages give the position of a host, not its name: in a malformed address, the host may contain part of the password.
 */
function findPlainHosts(name: string, address: string | null): string[] {
  if (address === null) return []
  const modes = readTlsModes(address)
  if (modes.length > 0 && modes.every((mode) => safeModes.includes(mode))) return []
  const hosts = readHosts(address)
  return hosts.flatMap((host, place) =>
    isOnThisMachine(host)
      ? []
      : [
          `${name} reaches another machine without TLS (host ${place + 1} of ${hosts.length}): add sslmode=require, or better sslmode=verify-full`,
        ],
  )
}

/** A path is that of a socket. */
const isOnThisMachine = (host: string) => host.startsWith('/') || isLoopback(host)

const hostOf = (url: string) => new URL(url).hostname

function listensToOthers({ role, host }: JudgedSettings): boolean {
  return role !== 'worker' && !isLoopback(host)
}

/** Whether other machines can reach the site, directly or through a proxy. */
function isReachable(settings: JudgedSettings): boolean {
  return settings.trustProxy || listensToOthers(settings) || !isLoopback(hostOf(settings.publicUrl))
}

function servesMetricsToOthers(settings: JudgedSettings): boolean {
  const { role, workerPort, host } = settings
  return role === 'worker' ? workerPort !== null && !isLoopback(host) : isReachable(settings)
}

/** Whether only this machine is involved, as in a trial on a developer's machine, or a measurement. */
function isOnThisMachineAlone(settings: JudgedSettings): boolean {
  const { databaseUrl, databaseOwnerUrl, databaseWorkerUrl, databaseReadUrl } = settings
  const others = [databaseOwnerUrl, databaseWorkerUrl, databaseReadUrl]
  const addresses = [databaseUrl, ...others.filter((address) => address !== null)]
  return !isReachable(settings) && addresses.flatMap(readHosts).every(isOnThisMachine)
}
