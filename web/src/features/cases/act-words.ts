import type { MoneyCase } from '@labalaba/contract'
import type { Look } from '../../components/button.tsx'
import * as copy from '../../copy/cases.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'

export type ActName = MoneyCase['acts'][number] | 'close'

export type Words = {
  readonly title: string
  readonly says: string
  readonly button: string
  readonly working: string
  readonly done: string
  readonly look: Look
  /** The note to ask for; null if the act needs none. */
  readonly note: { readonly label: string; readonly hint: string; readonly missing: string } | null
}

const words: Readonly<Record<ActName, Words>> = {
  give_back: {
    title: copy.giveBackTitle,
    says: copy.giveBackSays,
    button: copy.giveBackDo,
    working: copy.giveBackDoing,
    done: copy.giveBackDone,
    look: 'danger',
    note: { label: copy.why, hint: copy.personReads, missing: copy.giveBackNoteMissing },
  },
  retry: {
    title: copy.retryTitle,
    says: copy.retrySays,
    button: copy.retryDo,
    working: copy.retryDoing,
    done: copy.retryDone,
    look: 'primary',
    note: null,
  },
  as_credit: {
    title: copy.asCreditTitle,
    says: copy.asCreditSays,
    button: copy.asCreditDo,
    working: copy.asCreditDoing,
    done: copy.asCreditDone,
    look: 'primary',
    note: null,
  },
  bank_details: {
    title: copy.bankDetailsTitle,
    says: copy.bankDetailsSays,
    button: copy.bankDetailsDo,
    working: copy.bankDetailsDoing,
    done: copy.bankDetailsDone,
    look: 'primary',
    note: null,
  },
  returned_outside: {
    title: copy.outsideTitle,
    says: copy.outsideSays,
    button: copy.outsideDo,
    working: copy.outsideDoing,
    done: copy.outsideDone,
    look: 'primary',
    note: { label: copy.outsideNoteLabel, hint: copy.personReads, missing: copy.outsideNoteMissing },
  },
  cancel_booking: {
    title: copy.cancelTitle,
    says: copy.cancelSays,
    button: copy.cancelTheBooking,
    working: copy.cancelDoing,
    done: copy.cancelDone,
    look: 'danger',
    note: { label: copy.why, hint: copy.personReads, missing: copy.cancelNoteMissing },
  },
  give_up_samples: {
    title: copy.giveUpTitle,
    says: copy.giveUpSays,
    button: copy.actGiveUp,
    working: copy.giveUpDoing,
    done: copy.giveUpDone,
    look: 'danger',
    note: { label: copy.why, hint: copy.sampleHistoryHint, missing: copy.giveUpNoteMissing },
  },
  release: {
    title: copy.releaseTitle,
    says: copy.releaseSays,
    button: copy.actRelease,
    working: copy.releaseDoing,
    done: copy.releaseDone,
    look: 'primary',
    note: null,
  },
  answer: {
    title: copy.answerTitle,
    says: copy.answerSays,
    button: copy.answerDo,
    working: copy.answerDoing,
    done: copy.answerDone,
    look: 'primary',
    note: { label: copy.answerNoteLabel, hint: copy.answerNoteHint, missing: copy.answerNoteMissing },
  },
  close: {
    title: copy.closeTitle,
    says: copy.closeSays,
    button: copy.closeDo,
    working: copy.closeDoing,
    done: copy.closeDone,
    look: 'primary',
    note: { label: copy.closeNoteLabel, hint: copy.closeNoteHint, missing: copy.closeNoteMissing },
  },
}

/** The amount of a case, for use in a sentence. */
export function moneyOf({ amount }: Pick<MoneyCase, 'amount'>): string {
  return amount === null ? copy.theMoney : naira(amount)
}

/** The words of the confirmation before an act on a case. */
export function wordsFor(act: ActName, found: MoneyCase): Words {
  const { title, says, button, ...rest } = words[act]
  const money = moneyOf(found)
  // A single refund that Paystack made on its own is only a part of its order, and the order continues.
  const meaning = act === 'returned_outside' && found.kind === 'refund_unknown' ? copy.outsidePartSays : says
  return {
    ...rest,
    title: fill(title, { money }),
    says: fill(meaning, { money }),
    button: fill(button, { money }),
  }
}
