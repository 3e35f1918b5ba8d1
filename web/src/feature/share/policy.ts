import type { DeviceKind, OwnResult, ResultReader, ResultShare, ShareLife } from '@labalaba/contract'
import { clockTime, counted, dayAndTime, longDay } from '../../lib/format.ts'
import type { Tone } from '../../ui/card.tsx'

export const lives: readonly { readonly value: ShareLife; readonly label: string }[] = [
  { value: 'day', label: '24 hours' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
]

const devices: Readonly<Record<DeviceKind, string>> = {
  android: 'an Android phone or tablet',
  iphone: 'an iPhone',
  ipad: 'an iPad',
  windows: 'a Windows computer',
  mac: 'a Mac',
  linux: 'a Linux computer',
  other: 'another device',
}

/** "Tuesday 24 November at 4:00 pm, on an iPhone". */
export function openingWords({ at, device, file }: ResultShare['opened'][number]): string {
  return `${dayAndTime(at)}, on ${devices[device]}${file ? ': the PDF was saved' : ''}`
}

/** Whether a link still works, and until when; or why not. */
export function standingOf(share: ResultShare): { tag: string; tone: Tone; words: string } {
  const on = share.endedAt ? ` on ${longDay(share.endedAt)}` : ''
  if (share.state === 'open')
    return { tag: 'Works', tone: 'ok', words: `Until ${dayAndTime(share.expiresAt)}.` }
  if (share.state === 'expired')
    return { tag: 'Expired', tone: 'plain', words: `It worked until ${dayAndTime(share.expiresAt)}.` }
  if (share.state === 'revoked') return { tag: 'Stopped', tone: 'plain', words: `It was stopped${on}.` }
  return {
    tag: 'Closed',
    tone: 'warn',
    words: `It was closed${on}: somebody typed too many wrong passcodes.`,
  }
}

const words = ['none', 'one', 'two', 'three', 'four', 'five']
const inWords = (count: number) => words[count] ?? String(count)

/** How often a link was opened. */
export function openedWords({ timesOpened, opened }: ResultShare): string {
  if (timesOpened === 0) return 'Nobody has opened it yet.'
  if (timesOpened === 1) return 'Opened once:'
  return `Opened ${timesOpened} times, the last ${timesOpened > opened.length ? `${inWords(opened.length)}:` : 'first:'}`
}

/** A reader, in words: a role and a first name. */
export function readerName({ role, name }: ResultReader, lab: string): string {
  if (role === 'you') return 'You'
  if (role === 'booker') return name ? `${name}, who booked it` : 'Whoever booked it'
  if (role === 'doctor') return name ? `${name}, your doctor` : 'The doctor who booked it'
  if (role === 'patient') return name ? `${name}, the patient` : 'The patient'
  if (role === 'lab') return name ? `${name}, of ${lab}` : lab
  return name ? `The link for ${name}` : 'A link that was shared'
}

/** When a reader read last, and how often. */
export function readerWords({ lastAt, times, saved }: ResultReader): string {
  const when = `${longDay(lastAt)}, ${clockTime(new Date(lastAt))}`
  const often = times === 1 ? when : `${counted(times, 'time')}, last on ${when}`
  return `${often}${saved ? ' · the PDF was saved' : ''}`
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
  const says = 'The PDF is the lab’s own report: it has the patient’s name, date of birth and order id'
  return [
    `${says}${talks ? ', and says who talks with the patient about it' : ''}.`,
    ...(shared.some(({ partOf }) => partOf !== null)
      ? ['It also names the package of a test, so it can be saved only where you share the whole package.']
      : []),
  ].join(' ')
}

/** "482 913": grouped for reading aloud. */
export function spokenPasscode(passcode: string): string {
  return `${passcode.slice(0, 3)} ${passcode.slice(3)}`
}

/** The text sent with the link: nothing about the patient, the tests or the passcode. */
export function messageOf(expiresAt: string): string {
  return `Here are lab results for you to read, until ${dayAndTime(expiresAt)}. I will tell you the passcode separately.`
}
