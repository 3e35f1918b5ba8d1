import { readSetting, type Store, saveSetting } from '../store.ts'
import { isRecord } from '../wire-format.ts'
import { BadRequest } from './requests.ts'

/** The configured faults: probabilities from 0 to 1, and milliseconds. By default all are 0: no faults. */
export type Faults = {
  readonly webhook: Readonly<Record<keyof typeof honestWebhook, number>>
  readonly api: Readonly<Record<keyof typeof honestApi, number>>
  /** Paystack cannot be reached and sends nothing; only the control API works. */
  readonly offline: boolean
}

/** The current faults. They survive restarts, so that a crash in a trial does not end them. */
export type FaultBoard = {
  now(): Faults
  set(faults: Faults): void
}

const honestWebhook = {
  drop: 0,
  duplicate: 0,
  reorder: 0,
  forge: 0,
  /** Signed with a key that is not ours. */
  wrongKey: 0,
  delayMs: 0,
  /** The share of webhooks that come `lateMs` after the others. */
  late: 0,
  lateMs: 0,
}

const honestApi = {
  timeoutAfterCommit: 0,
  /** The connection is cut before anything is done. */
  dropBeforeCommit: 0,
  serverError: 0,
  tooMany: 0,
  /** JSON that ends in the middle. */
  truncated: 0,
  /** An HTML page with status 200, from a proxy in front. */
  htmlPage: 0,
  /** The share of transactions that reads do not find for `loseForMs` after their creation. */
  lost: 0,
  loseForMs: 0,
  latencyMs: 0,
  /** How long an answer takes to arrive in small pieces. */
  slowDripMs: 0,
}

const honest: Faults = { webhook: honestWebhook, api: honestApi, offline: false }

const longestMs = 600_000
/** Webhooks come up to three days late (section 1.16), and a lost transaction may be missing for long. */
const longestOf: Readonly<Record<string, number>> = {
  'webhook.lateMs': 72 * 3_600_000,
  'api.loseForMs': 24 * 3_600_000,
}

/** Opens the fault board of a store. */
export function faultBoard(store: Store): FaultBoard {
  const saved = readSetting(store, 'faults')
  let current = saved === null ? honest : readFaults(JSON.parse(saved))
  return {
    now: () => current,
    set(faults) {
      saveSetting(store, 'faults', JSON.stringify(faults))
      current = faults
    },
  }
}

/** No faults at all. */
export function noFaults(): Faults {
  return honest
}

/** Whether no fault is configured. */
export function isHonest({ webhook, api, offline }: Faults): boolean {
  return !offline && [...Object.values(webhook), ...Object.values(api)].every((value) => value === 0)
}

/** Validates a full set of faults. Missing ones are 0; unknown ones are refused. */
export function readFaults(body: unknown): Faults {
  if (!isRecord(body)) throw new BadRequest('Send a JSON object with "webhook", "api" and "offline"')
  refuseUnknown(body, Object.keys(honest), '')
  const { offline = false } = body
  if (typeof offline !== 'boolean') throw new BadRequest('offline must be true or false')
  return {
    webhook: { ...honestWebhook, ...readSection(body, 'webhook', Object.keys(honestWebhook)) },
    api: { ...honestApi, ...readSection(body, 'api', Object.keys(honestApi)) },
    offline,
  }
}

function readSection(body: Record<string, unknown>, name: string, known: string[]): Record<string, number> {
  const section = body[name] ?? {}
  if (!isRecord(section)) throw new BadRequest(`"${name}" must be an object`)
  refuseUnknown(section, known, `${name}.`)
  const values = Object.entries(section).map(([key, value]) => [key, readValue(`${name}.${key}`, value)])
  return Object.fromEntries(values)
}

function readValue(name: string, value: unknown): number {
  const inMs = name.endsWith('Ms')
  const most = inMs ? (longestOf[name] ?? longestMs) : 1
  const fits = typeof value === 'number' && value >= 0 && value <= most && (!inMs || Number.isInteger(value))
  if (fits) return value
  throw new BadRequest(
    inMs ? `${name} must be whole milliseconds from 0 to ${most}` : `${name} must be from 0 to 1`,
  )
}

function refuseUnknown(section: Record<string, unknown>, known: string[], prefix: string): void {
  const unknown = Object.keys(section).find((key) => !known.includes(key))
  if (unknown) throw new BadRequest(`unknown fault "${prefix}${unknown}"; known: ${known.join(', ')}`)
}
