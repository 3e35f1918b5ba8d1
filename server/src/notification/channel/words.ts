import { brand } from '@labalaba/contract'

/** What a short message is about. */
export type MessageKind = keyof typeof texts

type Named = { readonly page: string; readonly digits: string }

/**
 * Everything that we write to phones. Whoever holds the phone may read it on a locked screen, so that it names no person,
 * no test, no result and no lab; and it fits one SMS.
 */
const texts = {
  placed: ({ page }: Named) => `your booking is kept, and not paid yet. See it: ${page}`,
  paid: ({ page }: Named) => `your booking is confirmed. Where and when: ${page}`,
  reminder: ({ page }: Named) => `your home visit is tomorrow. See how to prepare: ${page}`,
  moved: ({ page }: Named) => `your home visit has a new time. See when: ${page}`,
  day_closed: ({ page }: Named) => `the lab is closed on the day of your visit. Choose another: ${page}`,
  late: ({ page }: Named) => `your payment came late and is safe. Choose what we do: ${page}`,
  on_the_way: ({ page }: Named) => `your phlebotomist is on the way. Your door code: ${page}`,
  missed: ({ page }: Named) => `we could not take your sample. Choose another day: ${page}`,
  left_out: ({ page }: Named) => `a sample is still needed, free of charge. What to do: ${page}`,
  given_up: ({ page }: Named) => `a sample is not needed any more. See about the money: ${page}`,
  received: ({ page }: Named) => `your sample has reached the lab. What comes next: ${page}`,
  rejected: ({ page }: Named) => `a new sample is needed, free of charge. What to do: ${page}`,
  cancelled: ({ page }: Named) => `your booking is cancelled. See about the money: ${page}`,
  ready: ({ page }: Named) => `your result is ready. Log in to read it: ${page}`,
  corrected: ({ page }: Named) => `a result was corrected. Log in to read the new one: ${page}`,
  withdrawn: ({ page }: Named) => `a result was taken back by the lab. Log in to see why: ${page}`,
  receipt: ({ page }: Named) => `we have your payment. Your receipt: ${page}`,
  held: ({ page }: Named) => `we have your payment and check it. Do not pay again. ${page}`,
  refunded: ({ page }: Named) => `your money has been returned. See how: ${page}`,
  part_refunded: ({ page }: Named) => `part of your money is on its way back. See more: ${page}`,
  refund_failed: ({ page }: Named) => `your refund is delayed. Your money is safe: ${page}`,
  code: ({ digits }: Named) =>
    `${digits} is your code. It works for ten minutes. Nobody from us will ask you for it.`,
} as const

/**
 * The same for a patient whose order somebody else booked. The page that is open to them shows no door code, no preparation
 * and no money, so that these go by mail as well.
 */
const seeEmail: Partial<Record<MessageKind, (named: Named) => string>> = {
  reminder: ({ page }) => `your home visit is tomorrow. For how to prepare, see your email. ${page}`,
  on_the_way: ({ page }) => `your phlebotomist is on the way. For your door code, see your email. ${page}`,
  day_closed: ({ page }) =>
    `the lab is closed on the day of your visit. For what to do, see your email. ${page}`,
  missed: ({ page }) => `we could not take your sample. For what comes next, see your email. ${page}`,
  rejected: ({ page }) => `a new sample is needed, free of charge. For what to do, see your email. ${page}`,
  left_out: ({ page }) => `a sample is still needed, free of charge. For what to do, see your email. ${page}`,
  cancelled: ({ page }) => `your booking is cancelled. For more, see your email. ${page}`,
}

export const messageKinds = Object.keys(texts) as MessageKind[]

/** The words of a message, to whoever booked the order or to its patient. */
export function wordsOf(kind: MessageKind, named: Named, isOwn = true): string {
  const words = (isOwn ? undefined : seeEmail[kind]) ?? texts[kind]
  return `${brand.name}: ${words(named)}`
}

/** Whether a patient whose order somebody else booked finds what the message is about in the mail alone. */
export function standsInMail(kind: MessageKind): boolean {
  return seeEmail[kind] !== undefined
}

/** Reads a kind as it is kept; null where there is no such any more. */
export function kindOf(kept: string): MessageKind | null {
  return messageKinds.find((kind) => kind === kept) ?? null
}

/**
 * The page of an order that the words lead to, without a token: whoever opens it logs in. A patient whose order another
 * account booked reads results there, and follows the rest with the order's number and their own phone or email.
 */
export function pageFor(kind: MessageKind, order: { reference: string }, isOwn: boolean): string {
  if (isOwn) return `orders/${order.reference}`
  const isResult = kind === 'ready' || kind === 'corrected' || kind === 'withdrawn'
  return isResult ? `orders/${order.reference}/results` : `track?order=${order.reference}`
}
