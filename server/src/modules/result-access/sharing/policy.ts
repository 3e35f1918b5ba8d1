import { ageOn, type DeviceKind, lagosDate, type ShareLife, type ShareState } from '@labalaba/contract'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** How long a link works, in milliseconds. */
export const shareLives: Readonly<Record<ShareLife, number>> = { day, week: 7 * day, month: 30 * day }

/** How many links to the results of one order can be open at the same time. */
export const mostShares = 10

/** How many ended links are listed, and how many openings of each link. */
export const endedListed = 20
export const openedListed = 5

/** After every `wrongBeforeWait` wrong passcodes a link waits; after `wrongBeforeClose` it is closed. */
const wrongBeforeWait = 5
const wrongBeforeClose = 15
const wait = 15 * minute

type Life = { readonly expires_at: Date; readonly ended: 'revoked' | 'closed' | null }

/** The state of a link at this time. A link expires by its time, without a job. */
export function shareStateAt({ expires_at, ended }: Life, now: Date): ShareState {
  return ended ?? (expires_at <= now ? 'expired' : 'open')
}

/** Seconds until a link accepts a passcode again; 0 if it does now. */
export function secondsLocked({ locked_until }: { readonly locked_until: Date | null }, now: Date): number {
  if (!locked_until || locked_until <= now) return 0
  return Math.ceil((locked_until.getTime() - now.getTime()) / 1000)
}

/** The state of a link after one more wrong passcode. */
export function afterWrong(
  before: number,
  now: Date,
): { readonly wrong_tries: number; readonly locked_until?: Date; readonly closes: boolean } {
  const wrong_tries = before + 1
  if (wrong_tries >= wrongBeforeClose) return { wrong_tries, closes: true }
  if (wrong_tries % wrongBeforeWait > 0) return { wrong_tries, closes: false }
  return { wrong_tries, locked_until: new Date(now.getTime() + wait), closes: false }
}

/** Tested in this order: an Android phone also names Linux, and an iPad also names Mac. */
const devices: readonly (readonly [RegExp, DeviceKind])[] = [
  [/android/i, 'android'],
  [/iphone|ipod/i, 'iphone'],
  [/ipad/i, 'ipad'],
  [/windows/i, 'windows'],
  [/macintosh|mac os x/i, 'mac'],
  [/linux|cros/i, 'linux'],
]

/** The kind of device that a browser names; nothing more precise is stored. */
export function deviceOf(agent: string): DeviceKind {
  return devices.find(([says]) => says.test(agent))?.[1] ?? 'other'
}

type Shown = { readonly version: { readonly taken_at: Date | null; readonly entered_at: Date } }

/** The patient's age when the first shown sample was taken; null without a full date of birth or a result. */
export function ageThen(
  { patient_born_on: bornOn }: { readonly patient_born_on: string | null },
  shown: readonly Shown[],
): string | null {
  const [version] = shown.map((one) => one.version)
  if (bornOn === null || !version) return null
  return ageOn(bornOn, lagosDate(version.taken_at ?? version.entered_at))
}

type Lined = { readonly id: string; readonly position: number }

/**
 * The reports of a link that can also be downloaded as a PDF. A PDF names the package of its test, which reveals what else
 * was tested: there is no PDF if another test of the same line is not behind the link.
 */
export function filesOf(
  shown: readonly { readonly report: Lined }[],
  others: readonly Lined[],
): ReadonlySet<string> {
  const lacking = new Set(others.map(({ position }) => position))
  return new Set(shown.flatMap(({ report: { id, position } }) => (lacking.has(position) ? [] : [id])))
}
