import type { ConsentState, PatientConsent } from '@labalaba/contract'
import { counted, dayAndTime, plainDay } from '../../lib/format.ts'
import type { Tone } from '../../ui/card.tsx'

type Standing = {
  readonly state: ConsentState
  readonly sensitive: boolean
  readonly since: string | null
  readonly until: string | null
}

/** Whether a doctor may read, and from when until when. */
export function standingOf({ state, sensitive, since, until }: Standing): {
  tag: string
  tone: Tone
  words: string
} {
  const from = since ? plainDay(since) : ''
  const to = until ? plainDay(until) : ''
  switch (state) {
    case 'given':
      return {
        tag: 'May read',
        tone: 'ok',
        words: `Since ${from}, until ${to}. This ${sensitive ? 'includes' : 'does not include'} specially protected tests, such as HIV.`,
      }
    case 'withdrawn':
      return {
        tag: 'Taken back',
        tone: 'plain',
        words: `You took it back on ${to}. Nothing is read any more.`,
      }
    case 'expired':
      return { tag: 'Over', tone: 'plain', words: `It was until ${to}. Nothing is read any more.` }
    case 'asked':
      return {
        tag: 'Asks you',
        tone: 'info',
        words: 'You have not answered. Until you agree, nothing is read.',
      }
  }
}

/** "Sunday 22 November at 4:10 pm: 2 results, and the PDF was saved". */
export function openedWords({ at, results, saved }: PatientConsent['opened'][number]): string {
  return `${dayAndTime(at)}: ${counted(results, 'result')}${saved ? ', and the PDF was saved' : ''}`
}

/** Reads the hash of a mail's link; returns null for anything else. */
export function readConsentLink(hash: string): { reference: string; signature: string } | null {
  const [, reference, signature] = hash.match(/^#(LB-[0-9A-Z-]{4,40})\.([\w-]{20,64})$/) ?? []
  return reference && signature ? { reference, signature } : null
}
