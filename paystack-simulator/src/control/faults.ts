import { isRecord } from '../input.ts'
import type { Store } from '../store.ts'
import { keepSetting, keptSetting } from '../store.ts'
import { BadRequest } from './requests.ts'

/** What goes wrong on request: probabilities from 0 to 1, and milliseconds. All nought is the honest default. */
export type Faults = {
  readonly webhook: { drop: number; duplicate: number; reorder: number; forge: number; delayMs: number }
  readonly api: { timeoutAfterCommit: number; serverError: number; tooMany: number; latencyMs: number }
}

/** The faults in force, kept across restarts, so that a crash in the middle of a trial does not end it. */
export type FaultBoard = {
  now(): Faults
  set(faults: Faults): void
}

const honest: Faults = {
  webhook: { drop: 0, duplicate: 0, reorder: 0, forge: 0, delayMs: 0 },
  api: { timeoutAfterCommit: 0, serverError: 0, tooMany: 0, latencyMs: 0 },
}

const longestMs = 600_000

/** Opens the fault board of a store. */
export function faultBoard(store: Store): FaultBoard {
  const kept = keptSetting(store, 'faults')
  let current = kept === null ? honest : readFaults(JSON.parse(kept))
  return {
    now: () => current,
    set(faults) {
      keepSetting(store, 'faults', JSON.stringify(faults))
      current = faults
    },
  }
}

/** No faults at all. */
export function noFaults(): Faults {
  return honest
}

/** True when nothing has been asked to go wrong. */
export function isHonest({ webhook, api }: Faults): boolean {
  return [...Object.values(webhook), ...Object.values(api)].every((value) => value === 0)
}

/** Checks a whole set of faults; what is not named is 0, what is not known is refused. */
export function readFaults(body: unknown): Faults {
  if (!isRecord(body)) throw new BadRequest('Send a JSON object with "webhook" and "api"')
  refuseUnknown(body, ['webhook', 'api'], '')
  const webhook = readSection(body, 'webhook', Object.keys(honest.webhook))
  const api = readSection(body, 'api', Object.keys(honest.api))
  return { webhook: { ...honest.webhook, ...webhook }, api: { ...honest.api, ...api } }
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
  const most = inMs ? longestMs : 1
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
