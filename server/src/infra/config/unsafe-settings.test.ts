import { expect, test } from 'vitest'
import { problemsOf } from '../../../test/config-problems.ts'
import { type Environment, readConfig } from './config.ts'
import { type UnsafeCheck, unsafeChecks } from './unsafe-settings.ts'

const strongKey = 'mYgQ0w3r8uJ2nVZk5sXe7bTLc9hPdR1fAoUi6KqWzB4='
const strongToken = '7d1f0c9a5e3b8264af90c1d7e8b35f62'

/** A real install behind a proxy with TLS, whose database is on another machine. */
const real: Environment = {
  DATABASE_URL: 'postgres://labalaba:p@db.example/labalaba?sslmode=require',
  PUBLIC_URL: 'https://labalaba.example',
  SECRET_KEY: strongKey,
  METRICS_TOKEN: strongToken,
  PAYSTACK_SECRET_KEY: 'sk_live_one',
  SMTP_URL: 'smtps://user:password@smtp.example:465',
  MAIL_FROM: 'Labalaba <no-reply@labalaba.example>',
}

/** A real trial install, reachable from this machine only. */
const local: Environment = { DATABASE_URL: 'postgres://postgres:p@127.0.0.1:5432/labalaba', DEMO: 'off' }

const checksOf = (env: Environment) =>
  problemsOf(env).map((problem) => /\(check: ([a-z-]+)\)\.$/.exec(problem)?.[1] ?? problem)

/** For each check, settings that it refuses, each a change to the real install, and changes that it accepts. */
const cases: Record<UnsafeCheck, { refused: Environment[]; mended: Environment[] }> = {
  'mixed-paystack-keys': {
    refused: [
      { PAYSTACK_SECRET_KEY: 'sk_live_one,sk_test_two' },
      { PAYSTACK_SECRET_KEY: 'sk_test_two, sk_live_one', PAYSTACK_URL: 'http://127.0.0.1:3001' },
    ],
    mended: [{ PAYSTACK_SECRET_KEY: 'sk_live_one,sk_live_two' }, { PAYSTACK_SECRET_KEY: '' }],
  },
  'paystack-test-key': {
    refused: [{ PAYSTACK_SECRET_KEY: 'sk_test_one' }, { PAYSTACK_SECRET_KEY: 'sk_test_one,sk_test_two' }],
    mended: [{ PAYSTACK_SECRET_KEY: 'sk_test_one', PAYSTACK_URL: 'http://localhost:3001' }],
  },
  'missing-secret-key': {
    refused: [{ SECRET_KEY: '' }, { SECRET_KEY: undefined, ROLE: 'worker' }],
    mended: [{ SECRET_KEY: strongToken }],
  },
  'weak-secret-key': {
    refused: [
      { SECRET_KEY: 'changeme-changeme-changeme-changeme' },
      { SECRET_KEY: 'a'.repeat(64) },
      { SECRET_KEY: '0123456789'.repeat(5) },
    ],
    mended: [{ SECRET_KEY: strongToken }],
  },
  'plain-http': {
    refused: [
      { PUBLIC_URL: 'http://labalaba.example' },
      { PUBLIC_URL: 'HTTP://192.168.0.7:3000' },
      { PUBLIC_URL: '', HOST: '0.0.0.0' },
      { PAYSTACK_URL: 'http://api.paystack.co' },
      { ALERT_WEBHOOK_URL: 'http://hooks.example/secret' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
      {
        TERMII_URL: 'http://termii.example',
        SMS_PROVIDER: 'termii',
        TERMII_API_KEY: 'key',
        TERMII_SENDER: 'Labalaba',
      },
    ],
    mended: [
      { PUBLIC_URL: 'http://[::1]:3000' },
      { PUBLIC_URL: 'https://labalaba.example', HOST: '0.0.0.0' },
      { PUBLIC_URL: '', HOST: '0.0.0.0', ROLE: 'worker' },
      { TERMII_URL: 'http://termii.example' },
      { ALERT_WEBHOOK_URL: 'https://hooks.example/secret' },
      { ALERT_WEBHOOK_URL: 'http://127.0.0.1:9000/hook' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    ],
  },
  'plain-smtp': {
    refused: [
      { SMTP_URL: 'smtp://smtp.example:587' },
      { SMTP_URL: 'smtp://smtp.example:587?requireTLS=false' },
      { SMTP_URL: 'smtp://smtp.example:465?secure=true' },
    ],
    mended: [
      { SMTP_URL: 'smtp://smtp.example:587?requireTLS=true' },
      { SMTP_URL: 'smtp://localhost:25' },
      { SMTP_URL: 'smtp://[::1]:25' },
      { SMTP_URL: '' },
    ],
  },
  'plain-database': {
    refused: [
      ...['', '?sslmode=', '?sslmode=disable', '?sslmode=allow', '?sslmode=prefer', '?ssl=true'],
      '?sslmode=require&sslmode=disable',
    ].flatMap((query) =>
      ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_WORKER_URL'].map((name) => ({
        [name]: `postgres://u:p@db.example/labalaba${query}`,
      })),
    ),
    mended: [
      ...['require', 'verify-ca', 'verify-full'].map((mode) => ({
        DATABASE_URL: `postgres://u:p@db.example/labalaba?sslmode=${mode}`,
      })),
      { DATABASE_URL: 'postgres://u:p@localhost:5432,[::1]:5432/labalaba' },
      { DATABASE_URL: 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/labalaba' },
      { DATABASE_OWNER_URL: 'postgres://u:p@localhost/labalaba' },
    ],
  },
  'metrics-token': {
    refused: [
      { METRICS_TOKEN: '' },
      { METRICS_TOKEN: 'metrics' },
      { METRICS_TOKEN: '', PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: 'on' },
      { METRICS_TOKEN: '', ROLE: 'worker', WORKER_PORT: '3100', HOST: '0.0.0.0' },
    ],
    mended: [
      { METRICS_TOKEN: strongToken },
      { METRICS_TOKEN: '', ROLE: 'worker' },
      { METRICS_TOKEN: '', ROLE: 'worker', WORKER_PORT: '3100' },
      { METRICS_TOKEN: '', ROLE: 'worker', HOST: '0.0.0.0' },
    ],
  },
}

test('a real install with safe settings starts, and so does one reachable from this machine only', () => {
  expect(problemsOf(real)).toEqual([])
  expect(problemsOf(local)).toEqual([])
  expect(
    problemsOf({ ...local, PAYSTACK_URL: 'http://127.0.0.1:9', PAYSTACK_SECRET_KEY: 'sk_test_a' }),
  ).toEqual([])
  expect(problemsOf({ ...local, SECRET_KEY: 'a secret of the tests, with more than 32 characters' })).toEqual(
    [],
  )
  expect(readConfig(real).unsafeSettings).toBeNull()
})

test('every check has its cases', () => {
  expect(Object.keys(cases).toSorted()).toEqual([...unsafeChecks].toSorted())
})

test.each(Object.entries(cases))(
  '%s is refused, accepted when mended, and can be overridden',
  (check, { refused, mended }) => {
    for (const change of refused) {
      const env = { ...real, ...change }
      expect([change, checksOf(env)]).toEqual([change, [check]])
      const config = readConfig({ ...env, UNSAFE_SETTINGS: `${check}: staging, no patients` })
      expect(config.unsafeSettings).toEqual({ checks: [check], reason: 'staging, no patients' })
      const another = unsafeChecks.find((one) => one !== check)
      expect(checksOf({ ...env, UNSAFE_SETTINGS: `${another}: staging` })).toEqual([check])
    }
    for (const change of mended) expect([change, checksOf({ ...real, ...change })]).toEqual([change, []])
  },
)

test('a key is required as soon as any part of the install is on another machine', () => {
  const database = { DATABASE_URL: 'postgres://db.example/labalaba?sslmode=require' }
  expect(checksOf({ ...local, ...database })).toEqual(['missing-secret-key'])
  expect(checksOf({ ...local, TRUST_PROXY: 'on' })).toEqual(['missing-secret-key', 'metrics-token'])
})

test('each of several database hosts is checked', () => {
  const asking = (hosts: string, query = '') =>
    problemsOf({ ...real, DATABASE_URL: `postgres://u:p@${hosts}/labalaba${query}` })
  expect(asking('localhost,db.example')).toEqual([expect.stringContaining('host 2 of 2')])
  expect(asking('one.example,two.example:5433')).toHaveLength(2)
  expect(asking('localhost', '?host=db.example')).toHaveLength(1)
  expect(asking('one.example,two.example', '?sslmode=verify-full')).toEqual([])
})

test('all unsafe settings are listed at once, beside the invalid settings', () => {
  const env = {
    DATABASE_URL: 'postgres://u:hush@db.example/labalaba',
    PUBLIC_URL: 'http://labalaba.example',
    PAYSTACK_SECRET_KEY: 'sk_live_hush,sk_test_hush',
    SMTP_URL: 'smtp://u:hush@smtp.example',
    SECRET_KEY: 'hush'.repeat(10),
    MAIL_FROM: 'a@b.example',
    LOG_LEVEL: 'loud',
  }
  const problems = problemsOf(env)
  expect(problems).toHaveLength(7)
  expect(problems.join()).not.toContain('hush')
  const allowed =
    'plain-database,plain-http, mixed-paystack-keys,plain-smtp,weak-secret-key,metrics-token: a trial'
  expect(problemsOf({ ...env, UNSAFE_SETTINGS: allowed })).toEqual([expect.stringMatching(/^LOG_LEVEL/)])
})

test('an override needs a reason and the names of checks', () => {
  const asking = (UNSAFE_SETTINGS: string) => problemsOf({ ...real, UNSAFE_SETTINGS })
  for (const wrong of [
    'plain-smtp',
    'plain-smtp:',
    'plain-smtp: ',
    ': a reason',
    'no-such: a reason',
    'all: a reason',
  ])
    expect([wrong, asking(wrong)]).toEqual([wrong, [expect.stringMatching(/^UNSAFE_SETTINGS /)]])
  expect(asking('no-such: a reason')[0]).toContain(unsafeChecks.join(', '))
  expect(
    readConfig({ ...real, UNSAFE_SETTINGS: 'plain-smtp: until 1 May: ticket 12' }).unsafeSettings,
  ).toEqual({
    checks: ['plain-smtp'],
    reason: 'until 1 May: ticket 12',
  })
})

test('an override without a reason has no effect', () => {
  const problems = problemsOf({ ...real, SECRET_KEY: '', UNSAFE_SETTINGS: 'missing-secret-key' })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['UNSAFE_SETTINGS', 'SECRET_KEY'])
})

test('a demonstration is not checked', () => {
  const unsafe = { SECRET_KEY: 'changeme-changeme-changeme-changeme', PAYSTACK_SECRET_KEY: 'sk_test_one' }
  const env = {
    ...unsafe,
    DATABASE_URL: 'postgres://db.example/demo',
    PUBLIC_URL: 'http://demo.example',
    DEMO: 'on',
  }
  expect(problemsOf(env)).toEqual([])
})
