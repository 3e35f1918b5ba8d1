import type { ConsentState, PatientConsent } from '@labalaba/contract'
import type { Tone } from '../../components/card.tsx'
import * as copy from '../../copy/consents.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime, plainDay } from '../../lib/format.ts'

type ConsentStatus = {
  readonly state: ConsentState
  readonly sensitive: boolean
  readonly since: string | null
  readonly until: string | null
  /** When the doctor opened results, if it is known. */
  readonly opened?: PatientConsent['opened']
}

/** Whether a doctor may read, and from when until when. */
export function statusOf({ state, opened = [], sensitive, since, until }: ConsentStatus): {
  tag: string
  tone: Tone
  words: string
} {
  const from = since ? plainDay(since) : ''
  const to = until ? plainDay(until) : ''
  switch (state) {
    case 'given':
      return {
        tag: copy.tagGiven,
        tone: 'ok',
        words: fill(sensitive ? copy.statusGivenAll : copy.statusGiven, { from, to }),
      }
    case 'withdrawn':
      return {
        tag: copy.tagWithdrawn,
        tone: 'plain',
        words: fill(copy.statusWithdrawn, { day: to }),
      }
    case 'refused':
      return { tag: copy.tagRefused, tone: 'plain', words: fill(copy.statusRefused, { day: to }) }
    case 'expired':
      return { tag: copy.tagExpired, tone: 'plain', words: fill(copy.statusExpired, { day: to }) }
    case 'asked':
      return {
        tag: copy.tagAsked,
        tone: 'info',
        // Without an answer, only break-glass opens a result.
        words: opened.length > 0 ? copy.statusAskedOpened : copy.statusAsked,
      }
  }
}

/** Whether a patient has neither a consent in force nor said no. */
export function isUnanswered(state: ConsentState): boolean {
  return state === 'asked' || state === 'expired'
}

/** "Sunday 22 November at 4:10 pm: 2 results, and the PDF was saved". */
export function openedWords({ at, results, saved }: PatientConsent['opened'][number]): string {
  return plural(saved ? copy.openedAndSaved : copy.opened, results, { when: dayAndTime(at) })
}

/** Reads the hash of a mail's link; returns null for anything else. */
export function readConsentLink(hash: string): { reference: string; signature: string } | null {
  const [, reference, signature] = hash.match(/^#(LB-[0-9A-Z-]{4,40})\.([\w-]{20,64})$/) ?? []
  return reference && signature ? { reference, signature } : null
}
