import type { AccountType, StaffType } from '@labalaba/contract'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type CodePurpose = 'verify_account' | 'reset_password' | 'sign_in'

/** How many registrations of one address may wait for their code at the same time. */
export const pendingAtOnce = 3
/** How long a registration waits for its code, in milliseconds. */
export const pendingLife = 7 * day
/** How long a code works, in milliseconds. */
export const codeLife = 10 * minute
/** Wrong tries that end a code. */
export const codeTries = 5
/** How far back failed sign-ins count, in milliseconds. */
export const limitWindow = day
/** How far back wrong codes count, in milliseconds: the thirty days of a block, and the thirty days that led to it. */
export const wrongCodeWindow = 60 * day
/**
 * Wrong digits from one network within `breakerWindow` milliseconds after which it has to use the mailed links. Many phones
 * may share a network, so the limit is above that of one address. Ten such networks are needed to block all registrations.
 */
export const networkTries = 20
/**
 * Wrong digits from one address block, an IPv6 /48 or an IPv4 /24, within `breakerWindow` milliseconds, after which
 * browsers there that the account does not know have to use the mailed links. One tunnel brings a /48, and a carrier puts
 * many phones behind a /24: with a million accounts, all customers of the largest carrier mistype about ten an hour.
 */
export const blockTries = 40
/** Wrong digits at new registrations within `breakerWindow` milliseconds after which no registration accepts digits. */
export const registrationTries = 200
/**
 * Wrong digits for new passwords within `breakerWindow` milliseconds after which browsers that an account does not know get
 * no digits for a new password. At this rate of guesses it takes 42 days to open one account; a million accounts mistype
 * about fifteen an hour.
 */
export const resetTries = 100
/**
 * The operator gets an alarm after this many wrong digits for new passwords within a day, and after each further multiple.
 */
export const resetTriesWorthAlarm = 400
/** How far back `resetTriesWorthAlarm` counts, in milliseconds. */
export const resetAlarmWindow = day
/**
 * How far back wrong passwords at many addresses count, in milliseconds. The rows are deleted every five minutes, so none
 * is stored for an hour.
 */
export const sprayWindow = 50 * minute
/**
 * At how many addresses a network may type wrong passwords, without a right one afterwards, before it has to wait. Many
 * phones may share a network.
 */
export const addressesOfNetwork = 30
/** The same for an address block, which may have a hundred times as many phones. */
export const addressesOfBlock = 100
/** At how many addresses one wrong password may be tried before it has to wait. */
export const addressesOfPassword = 20
/**
 * The windows, in milliseconds, in which a network may have `times` times `mailsPerNetwork` mails with codes sent, to all
 * addresses together: once that number in an hour, and five times that number in a day.
 */
export const networkMailWindows = [
  { times: 1, window: hour },
  { times: 5, window: day },
] as const
/**
 * How many links and codes for its account an address still gets in a day from networks that are over their limit of mails.
 */
export const spareMails = { most: 3, window: day } as const

/** The age from which a registration is no longer new, in milliseconds. */
export const newRegistration = day
export const breakerWindow = hour
/**
 * Wrong passwords within a day, from all browsers that an account does not know, after which such browsers need the mailed
 * link: as many as ten networks can make at their full rate.
 */
export const strangersAllowed = 100
/** How many of them may come from one address block, so that one tunnel cannot use up all. */
export const strangersOfBlock = 20
/**
 * How long a spare login link works, in milliseconds, and how long until the next one. If strangers use up the other mails
 * of a mailbox, it still always has a working link, and gets at most 24 of them a day.
 */
export const spareLinkLife = hour
/** How long a browser is remembered after its last sign-in, in milliseconds; its cookie lives as long. */
export const deviceLife = 400 * day
/** How many live sessions one account may have. */
export const sessionsAtOnce = 10
/**
 * For how long after it was switched on a patient's or doctor's second factor is removed by a password reset, in
 * milliseconds. It gives the owner time to react to the mail if a stranger has switched it on.
 */
export const newFactor = 3 * day
/** How long a given password counts as recent, in milliseconds. */
export const recentPassword = 15 * minute
/** Failed sign-ins after which the next successful one is reported to the owner. */
export const failuresWorthTelling = 5

const wrongADay = 15
const fullDaysAllowed = 3

/**
 * How many codes one source may have mailed to one address: one a minute for each purpose, and for all purposes together
 * five an hour and ten a day. `window` is in milliseconds.
 */
export const mailLimits = [
  { of: 'purpose', most: 1, window: minute },
  { of: 'source', most: 5, window: hour },
  { of: 'source', most: 10, window: day },
  // So that one tunnel or carrier cannot use up the allowance of all strangers. Known browsers are not counted here.
  { of: 'block', most: 10, window: day },
  // So that ten networks cannot flood a mailbox. Browsers that the account knows are not counted here.
  { of: 'strangers', most: 30, window: day },
] as const

/**
 * Whether an address has had too many wrong digits, so that only the mailed link works: 15 within 24 hours, or three such
 * days within 30, which then blocks digits for 30 days. `wrong` is in order of time and reaches back `wrongCodeWindow`.
 */
export function digitsRefused(wrong: readonly Date[], now: Date): boolean {
  if (wrong.filter((at) => age(at, now) < day).length >= wrongADay) return true
  const full = fullDays(wrong)
  return full.some((at, i) => {
    const first = full[i - fullDaysAllowed + 1]
    return first !== undefined && age(first, at) < 30 * day && age(at, now) < 30 * day
  })
}

/** The times at which each day's allowance was used up: 15 wrong tries within 24 hours, none counted for two days. */
function fullDays(wrong: readonly Date[]): Date[] {
  const full: Date[] = []
  let counted: Date[] = []
  for (const at of wrong) {
    counted = [...counted.filter((earlier) => age(earlier, at) < day), at]
    if (counted.length < wrongADay) continue
    full.push(at)
    counted = []
  }
  return full
}

/**
 * Seconds until an address may try to sign in again; 0 when it may now. After 10 failures within 15 minutes the pause
 * is 30 s and doubles with each further one, up to 15 minutes. `failures` is in order of time.
 */
export function signInPause(failures: readonly Date[], now: Date): number {
  const recent = failures.filter((at) => age(at, now) < 15 * minute)
  const last = recent.at(-1)
  if (last === undefined || recent.length < 10) return 0
  const pause = Math.min(30 * second * 2 ** (recent.length - 10), 15 * minute)
  return Math.max(0, Math.ceil((pause - age(last, now)) / second))
}

/**
 * Seconds until passwords that are tried at many addresses may be tried again; 0 when they may now. Once `most` addresses
 * were tried, the pause since the last try is 30 s. It doubles with each further address, up to 15 minutes.
 */
export function sprayPause(
  { addresses, last }: { readonly addresses: number; readonly last: Date | null },
  most: number,
  now: Date,
): number {
  if (last === null || addresses < most) return 0
  const pause = Math.min(30 * second * 2 ** (addresses - most), 15 * minute)
  return Math.max(0, Math.ceil((pause - age(last, now)) / second))
}

/** Whether accounts of this type belong to staff, who sign in with a second factor. */
export function isStaff(type: AccountType | StaffType): boolean {
  return type !== 'user' && type !== 'doctor'
}

/** The branch that belongs to an account type. */
export const branchOf = {
  user: 'at_home_service',
  doctor: 'private_practice',
  operator: 'operations',
  lab: 'laboratory',
  phlebotomist: 'home_collection',
} as const satisfies Record<AccountType | StaffType, string>

/**
 * A doctor's name as patients read it: with the title `Dr` once at the front, however it was typed. Another title, such as
 * a professor's, is left as it is.
 */
export function doctorName(name: string): string {
  const plain = name.trim().replace(/\s+/g, ' ')
  const [, rest = ''] = plain.match(/^(?:dr|doctor)(?:\.\s*|\s+)(.+)$/i) ?? []
  if (rest !== '') return `Dr ${rest}`
  return /^prof(essor)?(\.|\s)/i.test(plain) ? plain : `Dr ${plain}`
}

function age(at: Date, now: Date): number {
  return now.getTime() - at.getTime()
}
