import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemsOf } from '../../../test/config-problems.ts'
import { type Environment, readConfig } from './config.ts'
import { unsafeChecks } from './unsafe-settings.ts'

const least: Environment = { DATABASE_URL: 'postgres://localhost/labalaba' }

test('with only a database it is a real install: no demonstration, no payments, loopback', () => {
  expect(readConfig(least)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    demo: false,
    smtpUrl: null,
    paystack: null,
    termii: null,
    role: 'all',
    drainSeconds: 5,
    workerPort: null,
    webConcurrency: 1,
    trustProxy: false,
    logLevel: 'info',
    metricsToken: null,
    hashesPerAddress: 600,
    paystackPerSecond: 5,
    paystackRestMs: 10_000,
  })
})

test('every problem is reported at once, each by the name of its setting', () => {
  const problems = problemsOf({
    PORT: '80a',
    PUBLIC_URL: 'ftp://labalaba.example',
    DEMO: 'yes',
    SMTP_URL: 'smtp.example:25',
    PAYSTACK_SECRET_KEY: 'pk_test_wrong',
    SMS_PROVIDER: 'carrier-pigeon',
    TERMII_ROUTE: 'scenic',
    TERMII_URL: 'termii.example',
    ROLE: 'both',
    WEB_CONCURRENCY: '0',
    ALERT_WEBHOOK_URL: 'hooks.example/secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector.example:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'secret',
    OTEL_TRACES_SAMPLER_ARG: '1.1',
    TRUST_TRACEPARENT: 'yes',
    DRAIN_SECONDS: '-1',
    WORKER_PORT: '99999',
    SECRET_KEY: 'short',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'loud',
    DATABASE_POOL: '1',
    RATE_PER_ADDRESS: '1.5',
    HASHES_PER_ADDRESS: '0',
    CALLS_AT_ONCE: '1',
    PAYSTACK_PER_SECOND: '0',
    PAYSTACK_REST_MS: '-1',
    SIMULATOR_PORT: '99999',
    COPIES_KEPT: '-1',
    DRILL_RPO_SECONDS: '0',
    DRILL_RTO_SECONDS: 'an hour',
    DRILL_DAYS: '367',
  })
  const names = ['DATABASE_URL', 'PORT', 'PUBLIC_URL', 'DEMO', 'SMTP_URL', 'PAYSTACK_SECRET_KEY', 'ROLE']
  names.push('ALERT_WEBHOOK_URL', 'DRAIN_SECONDS', 'WORKER_PORT')
  names.push('COPIES_KEPT', 'DRILL_RPO_SECONDS', 'DRILL_RTO_SECONDS', 'DRILL_DAYS')
  names.push('OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG')
  names.push('TRUST_TRACEPARENT')
  names.push('SMS_PROVIDER', 'TERMII_ROUTE', 'TERMII_URL')
  names.push('WEB_CONCURRENCY', 'SECRET_KEY', 'TRUST_PROXY', 'LOG_LEVEL', 'DATABASE_POOL', 'RATE_PER_ADDRESS')
  names.push(
    'HASHES_PER_ADDRESS',
    'CALLS_AT_ONCE',
    'PAYSTACK_PER_SECOND',
    'PAYSTACK_REST_MS',
    'SIMULATOR_PORT',
  )
  expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual(names.toSorted())
  for (const problem of problems) expect(problem).toMatch(/\.$|\)\.$/)
})

test('traces are off unless a collector is set, and its headers are pairs', () => {
  expect(readConfig(least)).toMatchObject({ tracing: null, trustTraceparent: false })
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer a==, x-team = labs',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  }
  expect(readConfig({ ...least, ...traced }).tracing).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { authorization: 'Bearer a==', 'x-team': 'labs' },
    serviceName: 'labalaba',
    share: 0.25,
  })
})

test('messages to phones need a provider with a key and a sender', () => {
  const provider = { ...least, SMS_PROVIDER: 'termii' }
  const names = (env: Environment) => problemsOf(env).map((problem) => problem.split(' ')[0])
  expect(names(provider)).toEqual(['TERMII_API_KEY', 'TERMII_SENDER'])
  expect(names({ ...provider, TERMII_API_KEY: 'key', TERMII_SENDER: 'A name too long' })).toEqual([
    'TERMII_SENDER',
  ])
  expect(readConfig({ ...provider, TERMII_API_KEY: 'key', TERMII_SENDER: 'Labalaba' }).termii).toEqual({
    url: 'https://api.ng.termii.com',
    apiKey: 'key',
    senders: { sms: 'Labalaba', whatsapp: null },
    route: 'dnd',
  })
})

test('no secret is repeated in a problem', () => {
  const problems = problemsOf({
    ...least,
    SECRET_KEY: 'hush',
    PAYSTACK_SECRET_KEY: 'live_hush',
    DATABASE_URL: 'hush',
  })
  expect(problems).toHaveLength(3)
  expect(problems.join()).not.toContain('hush')
})

test('mail through SMTP needs a sender', () => {
  expect(problemsOf({ ...least, SMTP_URL: 'smtp://127.0.0.1:25' })).toHaveLength(1)
  expect(problemsOf({ ...least, SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'A <a@b.example>' })).toEqual([])
})

test('two keys can be valid while one replaces the other, and a trailing slash of an address does not matter', () => {
  const config = readConfig({
    ...least,
    PAYSTACK_SECRET_KEY: 'sk_live_new, sk_live_old',
    PAYSTACK_URL: 'https://pay.example/',
    PUBLIC_URL: 'https://labalaba.example//',
    SECRET_KEY: 'mYgQ0w3r8uJ2nVZk5sXe7bTLc9hPdR1fAoUi6KqWzB4=',
    ROLE: 'worker',
  })
  expect(config.paystack).toEqual({ url: 'https://pay.example', secretKeys: ['sk_live_new', 'sk_live_old'] })
  expect(config.publicUrl).toBe('https://labalaba.example')
})

test('the database address can have several hosts', () => {
  const DATABASE_URL = 'postgresql://a:b@127.0.0.1:5432,localhost:5433/labalaba'
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test('the owner and the worker can have logins of their own', () => {
  expect(readConfig(least)).toMatchObject({ databaseOwnerUrl: null, databaseWorkerUrl: null })
  const own = {
    DATABASE_OWNER_URL: 'postgres://o@localhost/l',
    DATABASE_WORKER_URL: 'postgres://w@localhost/l',
  }
  expect(readConfig({ ...least, ...own })).toMatchObject({
    databaseOwnerUrl: 'postgres://o@localhost/l',
    databaseWorkerUrl: 'postgres://w@localhost/l',
  })
  const wrong = problemsOf({ ...own, DATABASE_OWNER_URL: 'hush', DATABASE_WORKER_URL: 'http://hush' })
  expect(wrong.map((problem) => problem.split(' ')[0])).toEqual([
    ...['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_WORKER_URL'],
  ])
  expect(wrong.join()).not.toContain('hush')
})

test('the database must be writable', () => {
  const asking = (what: string) =>
    problemsOf({ DATABASE_URL: `postgres://localhost,127.0.0.1/labalaba?target_session_attrs=${what}` })
  expect(['read-write', 'primary', 'any'].flatMap(asking)).toEqual([])
  expect(asking('standby')).toHaveLength(1)
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ ...least, PORT: '', METRICS_TOKEN: ' ', SECRET_KEY: '' })).toMatchObject({
    port: 3000,
    metricsToken: null,
    secretKey: null,
  })
})

test('.env.example has exactly the settings that are read, and every check of unsafe settings', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const shown = [...text.matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const names = new Set<string>()
  const env = new Proxy<Environment>({}, { get: (_, name) => void names.add(String(name)) })
  expect(() => readConfig(env)).toThrow('DATABASE_URL is missing')
  expect(shown.toSorted()).toEqual([...names].toSorted())
  expect(text).not.toMatch(/^[^#\n]/m)
  const checks = [...text.matchAll(/^# {3}([a-z-]+) {2,}\w/gm)].map(([, name]) => name)
  expect(checks).toEqual([...unsafeChecks])
})
