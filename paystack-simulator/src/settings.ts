import { join } from 'node:path'

/** The settings of one simulator. Durations are milliseconds of real time. */
export type Settings = {
  readonly port: number
  readonly dataDir: string
  /** The URL that receives webhooks. */
  readonly webhookUrl: string
  readonly secretKey: string
  /** Null: the seed stored in the data folder, or a new one. */
  readonly seed: string | null
  /** How many times faster than Paystack webhooks are retried: at 60, three minutes become three seconds. */
  readonly retryScale: number
  /** How long a refund stays in each state. */
  readonly refundStepMs: number
  /** How long an answer lost to `timeoutAfterCommit` is held before its connection is cut. */
  readonly timeoutHoldMs: number
  /** How long one webhook attempt may take (section 1.16: 30 seconds). */
  readonly webhookTimeoutMs: number
  /** The loopback address that sends webhooks (S-18), or null for the system's choice. */
  readonly webhookSource: string | null
  /** The business name that payers read on the checkout page. */
  readonly merchant: string
}

/** The options that a caller must give; all others have defaults without faults. */
export type SimulatorOptions = Pick<Settings, 'dataDir' | 'webhookUrl'> & Partial<Settings>

/** Fills in the defaults. */
export function withDefaults(options: SimulatorOptions): Settings {
  return {
    port: 0,
    secretKey: 'sk_test_simulator',
    seed: null,
    retryScale: 60,
    refundStepMs: 2000,
    timeoutHoldMs: 20_000,
    webhookTimeoutMs: 30_000,
    webhookSource: null,
    merchant: 'Labalaba',
    ...options,
  }
}

/** The settings from the environment, or a list of everything that is wrong with them. */
export type SettingsReading = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/** Reads the environment once. Empty values count as unset. */
export function readSettings(env: NodeJS.ProcessEnv): SettingsReading {
  const problems: string[] = []
  const text = (name: string, fallback: string) => env[name] || fallback

  function number(name: string, fallback: number, least: number, most: number): number {
    const value = Number(text(name, String(fallback)))
    if (value >= least && value <= most) return value
    problems.push(`${name} must be a number from ${least} to ${most}`)
    return fallback
  }

  const publicUrl = text('PUBLIC_URL', 'http://localhost:3000').replace(/\/+$/, '')
  const webhookUrl = text('WEBHOOK_URL', `${publicUrl}/v0/webhooks/paystack`)
  if (!isWebUrl(webhookUrl)) problems.push('WEBHOOK_URL (or PUBLIC_URL) must be an http or https URL')
  const port = number('SIMULATOR_PORT', 3001, 0, 65_535)
  if (!Number.isInteger(port)) problems.push('SIMULATOR_PORT must be a whole number')
  const secretKey = text('SIMULATOR_SECRET_KEY', 'sk_test_simulator')
  if (!/^sk_(test|live)_\S+$/.test(secretKey)) {
    problems.push('SIMULATOR_SECRET_KEY must start with sk_test_ or sk_live_')
  }
  const settings = withDefaults({
    port,
    dataDir: join(text('DATA_DIR', './data'), 'simulator'),
    webhookUrl,
    secretKey,
    seed: env.SIMULATOR_SEED || null,
    retryScale: number('SIMULATOR_RETRY_SCALE', 60, 1, 100_000),
    refundStepMs: number('SIMULATOR_REFUND_STEP_MS', 2000, 0, 86_400_000),
    timeoutHoldMs: number('SIMULATOR_TIMEOUT_HOLD_MS', 20_000, 0, 600_000),
    webhookSource: env.SIMULATOR_WEBHOOK_SOURCE || null,
    merchant: text('SIMULATOR_MERCHANT', 'Labalaba'),
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings }
}

/** True for an absolute http or https address. */
export function isWebUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  return ['http:', 'https:'].includes(new URL(value).protocol)
}
