import type { MoneyCase } from '@labalaba/contract'
import { naira } from '../../lib/format.ts'
import type { Look } from '../../ui/button.tsx'

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
    title: 'Give {money} back?',
    says: 'All that is left of this payment goes back to the card or account that paid, in 3 to 10 working days.',
    button: 'Give {money} back',
    working: 'Giving back…',
    done: 'The money is on its way back',
    look: 'danger',
    note: {
      label: 'Why?',
      hint: 'Whoever booked reads this.',
      missing: 'Write why the money goes back.',
    },
  },
  retry: {
    title: 'Try to return {money} again?',
    says: 'Only this refund is sent to Paystack again. Nothing else of the payment or of its order changes.',
    button: 'Try {money} again',
    working: 'Trying again…',
    done: 'The refund is tried again',
    look: 'primary',
    note: null,
  },
  as_credit: {
    title: 'Give {money} as credit?',
    says: 'Whoever booked has it at once, and it pays for their next booking. Ask them first: it then does not go to the card any more.',
    button: 'Give {money} as credit',
    working: 'Giving credit…',
    done: 'The money is credit now',
    look: 'primary',
    note: null,
  },
  bank_details: {
    title: "Give the payer's bank account",
    says: 'The card cannot take {money} back. Ask whoever paid for a bank account in their own name, and Paystack sends it there.',
    button: 'Send it to Paystack',
    working: 'Sending…',
    done: 'Paystack has the bank account',
    look: 'primary',
    note: null,
  },
  returned_outside: {
    title: 'Has {money} gone back outside?',
    says: 'Write it down only once the money has left: nothing is sent. The books have it as returned, and whoever paid gets a mail. An order that it had paid is cancelled.',
    button: 'It has gone back',
    working: 'Writing it down…',
    done: 'It is written down',
    look: 'primary',
    note: {
      label: 'Why did it go back this way?',
      hint: 'Whoever booked reads this.',
      missing: 'Write why it went back this way.',
    },
  },
  cancel_booking: {
    title: 'Cancel this booking?',
    says: 'All of {money} goes back to the card or account that paid, and credit becomes credit again. Lab and patient get a mail.',
    button: 'Cancel the booking',
    working: 'Cancelling…',
    done: 'The booking is cancelled',
    look: 'danger',
    note: {
      label: 'Why?',
      hint: 'Whoever booked reads this.',
      missing: 'Write why the booking is cancelled.',
    },
  },
  give_up_samples: {
    title: 'Give up what is awaited?',
    says: 'For whoever booked, who has said so: what must be taken once more is asked for no more, the order goes on with its other results, and a case says what its tests cost. It cannot be undone.',
    button: 'Give it up',
    working: 'Giving it up…',
    done: 'It is given up. A case says what goes back.',
    look: 'danger',
    note: {
      label: 'Why?',
      hint: 'It stands in the history of the sample. Name no result.',
      missing: 'Write why it is given up.',
    },
  },
  release: {
    title: 'Let this money pay its order?',
    says: 'The order is booked as paid, and patient and lab are told. What came over what was due goes back by itself.',
    button: 'Let it pay the order',
    working: 'Booking it…',
    done: 'The money pays its order',
    look: 'primary',
    note: null,
  },
  answer: {
    title: "Answer the payer's bank",
    says: 'An answer is final. The evidence that is shown with this case goes along where you decline.',
    button: 'Send the answer',
    working: 'Sending…',
    done: 'The bank has your answer',
    look: 'primary',
    note: {
      label: 'What should the bank read?',
      hint: 'Say what was done, where and when. Never name a test or a result.',
      missing: 'Write what the bank should read.',
    },
  },
  close: {
    title: 'Close this case?',
    says: 'No money moves. The note is kept with the case.',
    button: 'Close the case',
    working: 'Closing…',
    done: 'The case is closed',
    look: 'primary',
    note: {
      label: 'What was done?',
      hint: 'So that whoever looks at it later understands.',
      missing: 'Write what was done.',
    },
  },
}

const partSays =
  'The books have it as a part of its order that was returned, and the order goes on. Whoever paid gets a mail.'

/** The amount of a case, for use in a sentence. */
export function moneyOf({ amount }: Pick<MoneyCase, 'amount'>): string {
  return amount === null ? 'the money' : naira(amount)
}

/** The words of the confirmation before an act on a case. */
export function wordsFor(act: ActName, found: MoneyCase): Words {
  const { title, says, button, ...rest } = words[act]
  const fill = (text: string) => text.replace('{money}', moneyOf(found))
  // A single refund that Paystack made on its own is only a part of its order, and the order continues.
  const told = act === 'returned_outside' && found.kind === 'refund_unknown' ? partSays : says
  return { ...rest, title: fill(title), says: fill(told), button: fill(button) }
}
