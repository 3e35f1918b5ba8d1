import { brand } from '@labalaba/contract'

/** The kinds of short messages. */
export type MessageKind = keyof typeof texts

type Named = { readonly page: string; readonly digits: string }

/**
 * All texts that we send to phones. Others may read them on a locked screen, so they name no person, test, result or lab.
 * Each fits one SMS.
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
  given_up: ({ page }: Named) => `a sample is not needed any more. What happens to the money: ${page}`,
  received: ({ page }: Named) => `your sample has reached the lab. What comes next: ${page}`,
  rejected: ({ page }: Named) => `a new sample is needed, free of charge. What to do: ${page}`,
  cancelled: ({ page }: Named) => `your booking is cancelled. What happens to the money: ${page}`,
  ready: ({ page }: Named) => `your result is ready. Log in to read it: ${page}`,
  corrected: ({ page }: Named) => `a result was corrected. Log in to read the new one: ${page}`,
  withdrawn: ({ page }: Named) => `the lab has taken back a result. Log in to see why: ${page}`,
  receipt: ({ page }: Named) => `we have your payment. Your receipt: ${page}`,
  held: ({ page }: Named) => `we have your payment and are checking it. Do not pay again. ${page}`,
  refunded: ({ page }: Named) => `your money has been returned. See how: ${page}`,
  part_refunded: ({ page }: Named) => `part of your money is on its way back. See more: ${page}`,
  refund_failed: ({ page }: Named) => `your refund is delayed. Your money is safe: ${page}`,
  code: ({ digits }: Named) =>
    `${digits} is your code. It works for ten minutes. No one from us will ask you for it.`,
} as const

/**
 * The texts for a patient whose order another account booked. The page that they can open shows no door code, preparation
 * or money, so these notifications also go by mail.
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

/** The text of a message, to the booker of the order or to its patient. */
export function wordsOf(kind: MessageKind, named: Named, isOwn = true): string {
  const words = (isOwn ? undefined : seeEmail[kind]) ?? texts[kind]
  return `${brand.name}: ${words(named)}`
}

/** Whether a patient who did not book finds the subject of the message only in the mail. */
export function standsInMail(kind: MessageKind): boolean {
  return seeEmail[kind] !== undefined
}

/** Reads a stored kind; null if it no longer exists. */
export function kindOf(kept: string): MessageKind | null {
  return messageKinds.find((kind) => kind === kept) ?? null
}

/**
 * The page of an order that the text links to, without a token: users log in there. A patient whose order another account
 * booked reads results there, and tracks the rest with the order's number and their own phone or email.
 */
export function pageFor(kind: MessageKind, order: { reference: string }, isOwn: boolean): string {
  if (isOwn) return `orders/${order.reference}`
  const isResult = kind === 'ready' || kind === 'corrected' || kind === 'withdrawn'
  return isResult ? `orders/${order.reference}/results` : `track?order=${order.reference}`
}
