import { ageOn, type DeviceKind, lagosDate, type ShareLife, type ShareState } from '@labalaba/contract'

const minute = 60 * 1000
const day = 24 * 60 * minute

/** How long a link works. */
export const shareLives: Readonly<Record<ShareLife, number>> = { day, week: 7 * day, month: 30 * day }

/** Links to the results of one order that may work at one time. */
export const mostShares = 10

/** Of those that have ended, how many are listed; and of each link, how many of its openings. */
export const endedListed = 20
export const openedListed = 5

/** After each so many wrong passcodes a link waits, and after the last of them it is closed. */
const wrongBeforeWait = 5
const wrongBeforeClose = 15
const wait = 15 * minute

type Life = { readonly expires_at: Date; readonly ended: 'revoked' | 'closed' | null }

/** What a link is at this instant: its end is a time, and no job is needed to end it. */
export function shareStateAt({ expires_at, ended }: Life, now: Date): ShareState {
  return ended ?? (expires_at <= now ? 'expired' : 'open')
}

/** Seconds until a link takes a passcode again: 0 where it does now. */
export function secondsLocked({ locked_until }: { readonly locked_until: Date | null }, now: Date): number {
  if (!locked_until || locked_until <= now) return 0
  return Math.ceil((locked_until.getTime() - now.getTime()) / 1000)
}

/** What one more wrong passcode makes of a link. */
export function afterWrong(
  before: number,
  now: Date,
): { readonly wrong_tries: number; readonly locked_until?: Date; readonly closes: boolean } {
  const wrong_tries = before + 1
  if (wrong_tries >= wrongBeforeClose) return { wrong_tries, closes: true }
  if (wrong_tries % wrongBeforeWait > 0) return { wrong_tries, closes: false }
  return { wrong_tries, locked_until: new Date(now.getTime() + wait), closes: false }
}

/** Looked for in their order: an Android phone says that it is a Linux too, and an iPad that it is like a Mac. */
const devices: readonly (readonly [RegExp, DeviceKind])[] = [
  [/android/i, 'android'],
  [/iphone|ipod/i, 'iphone'],
  [/ipad/i, 'ipad'],
  [/windows/i, 'windows'],
  [/macintosh|mac os x/i, 'mac'],
  [/linux|cros/i, 'linux'],
]

/** The kind of device that a browser says it runs on; nothing finer is kept. */
export function deviceOf(agent: string): DeviceKind {
  return devices.find(([says]) => says.test(agent))?.[1] ?? 'other'
}

type Shown = { readonly version: { readonly taken_at: Date | null; readonly entered_at: Date } }

/** How old a patient was when what is shown was taken of them; null where their date of birth, or all of it, is not there. */
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
 * The reports of a link whose PDF it gives too. A PDF names the package that its test belongs to, which would tell what
 * else was tested: there is none where another test of the same line is not behind the link.
 */
export function filesOf(
  shown: readonly { readonly report: Lined }[],
  others: readonly Lined[],
): ReadonlySet<string> {
  const lacking = new Set(others.map(({ position }) => position))
  return new Set(shown.flatMap(({ report: { id, position } }) => (lacking.has(position) ? [] : [id])))
}
