import type { DeviceKind, OwnResult, ResultReader, ResultShare, ShareLife } from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/sharing.ts'
import { fill } from '../../lib/fill.ts'
import { clockTime, dayAndTime, longDay } from '../../lib/format.ts'

export const lives: readonly { readonly value: ShareLife; readonly label: string }[] = [
  { value: 'day', label: copy.lifeDay },
  { value: 'week', label: copy.lifeWeek },
  { value: 'month', label: copy.lifeMonth },
]

const devices: Readonly<Record<DeviceKind, string>> = {
  android: copy.deviceAndroid,
  iphone: copy.deviceIphone,
  ipad: copy.deviceIpad,
  windows: copy.deviceWindows,
  mac: copy.deviceMac,
  linux: copy.deviceLinux,
  other: copy.deviceOther,
}

/** "Tuesday 24 November at 4:00 pm, on an iPhone". */
export function openingWords({ at, device, file }: ResultShare['opened'][number]): string {
  return fill(file ? copy.openedAtSaved : copy.openedAt, { time: dayAndTime(at), device: devices[device] })
}

/** Whether a link still works, and until when; or why not. */
export function statusOf(share: ResultShare): { tag: string; tone: Tone; words: string } {
  const day = share.endedAt && longDay(share.endedAt)
  if (share.state === 'open')
    return {
      tag: copy.tagWorks,
      tone: 'ok',
      words: fill(copy.worksUntil, { time: dayAndTime(share.expiresAt) }),
    }
  if (share.state === 'expired')
    return {
      tag: copy.tagExpired,
      tone: 'plain',
      words: fill(copy.workedUntil, { time: dayAndTime(share.expiresAt) }),
    }
  if (share.state === 'revoked')
    return {
      tag: copy.tagStopped,
      tone: 'plain',
      words: day ? fill(copy.stoppedOn, { day }) : copy.stoppedOnce,
    }
  return {
    tag: copy.tagClosed,
    tone: 'warn',
    words: `${day ? fill(copy.closedOn, { day }) : copy.closedOnce} ${copy.closedWhy}`,
  }
}

/** How often a link was opened. */
export function openedWords({ timesOpened, opened }: ResultShare): string {
  if (timesOpened === 0) return copy.notOpened
  if (timesOpened === 1) return copy.openedOnce
  return timesOpened > opened.length
    ? fill(copy.openedMany, { count: timesOpened, shown: opened.length })
    : fill(copy.openedTimes, { count: timesOpened })
}

/** A reader, in words: a role and a first name. */
export function readerName({ role, name }: ResultReader, lab: string): string {
  if (role === 'you') return copy.readerYou
  if (role === 'booker') return name ? fill(copy.readerBookerNamed, { name }) : copy.readerBooker
  if (role === 'doctor') return name ? fill(copy.readerDoctorNamed, { name }) : copy.readerDoctor
  if (role === 'patient') return name ? fill(copy.readerPatientNamed, { name }) : copy.readerPatient
  if (role === 'lab') return name ? fill(copy.readerLabNamed, { name, lab }) : lab
  return name ? fill(copy.readerLinkNamed, { name }) : copy.readerLink
}

/** When a reader read last, and how often. */
export function readerWords({ lastAt, times, saved }: ResultReader): string {
  if (times === 0) return copy.notReadYet
  const when = `${longDay(lastAt)}, ${clockTime(new Date(lastAt))}`
  const often = times === 1 ? when : fill(copy.readTimes, { count: times, time: when })
  return saved ? `${often} · ${copy.readSaved}` : often
}

/** When and why a doctor opened results without consent. */
export function breakGlassWords({ at, because, reason }: ResultReader['breakGlass'][number]): string {
  return fill(copy.breakGlass, { time: dayAndTime(at), because: copy.breakGlassBecause[because], reason })
}

/** The default choice: all results that are not sensitive. */
export function chosenFirst(results: readonly OwnResult[]): string[] {
  return results.filter(({ sensitive }) => !sensitive).map(({ id }) => id)
}

/** The sensitive ones among the chosen results. */
export function sensitiveOf(results: readonly OwnResult[], chosen: readonly string[]): OwnResult[] {
  return results.filter(({ id, sensitive }) => sensitive && chosen.includes(id))
}

/** What the PDF contains besides the values: it was made for the patient, and is shared unchanged. */
export function pdfWords(results: readonly OwnResult[], chosen: readonly string[]): string {
  const shared = results.filter(({ id }) => chosen.includes(id))
  const talks = shared.some(({ counselledBy }) => counselledBy !== null)
  return [
    copy.pdfMeans,
    ...(talks ? [copy.pdfTalks] : []),
    ...(shared.some(({ partOf }) => partOf !== null) ? [copy.pdfPackage] : []),
  ].join(' ')
}

/** "482 913": grouped for reading aloud. */
export function spokenPasscode(passcode: string): string {
  return `${passcode.slice(0, 3)} ${passcode.slice(3)}`
}

/** The text sent with the link: nothing about the patient, the tests or the passcode. */
export function messageOf(expiresAt: string): string {
  return fill(copy.message, { time: dayAndTime(expiresAt) })
}
