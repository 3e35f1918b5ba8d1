import { brand } from '@labalaba/contract'

/** The kinds of short messages. */
export type MessageKind = keyof typeof texts

/**
 * All texts that we send to phones; the page to open follows each, except where a text says what follows, and the digits
 * come before the text of a code. Others may read them on a locked screen, so they name no person, test, result or lab. Each
 * fits one SMS. `{phone}` is the lab's, `{order}` the order's number.
 */
const texts = {
  placed: 'your booking is kept, and not paid yet. See it:',
  paid: 'your booking is confirmed. Where and when:',
  reminder: 'your home visit is tomorrow. See how to prepare:',
  moved: 'your home visit has a new time. See when:',
  day_closed: 'the lab is closed on the day of your visit. Choose another:',
  late: 'your payment came late and is safe. Choose what we do:',
  on_the_way: 'your phlebotomist is on the way. Your door code:',
  missed: 'we could not take your sample. Choose another day:',
  left_out: 'a sample is still needed, free of charge. What to do:',
  given_up: 'a sample is not needed any more. What happens to the money:',
  received: 'your sample has reached the lab. What comes next:',
  rejected: 'a new sample is needed, free of charge. What to do:',
  cancelled: 'your booking is cancelled. What happens to the money:',
  call_now:
    'Please call the lab now: {phone}. If you cannot reach it, go to a hospital with an emergency department. Order {order}',
  call_today: 'Please call the lab today: {phone}. See the result:',
  ready: 'your result is ready. Log in to read it:',
  corrected: 'a result was corrected. Log in to read the new one:',
  added: 'the lab added something to a result. Log in to read it:',
  withdrawn: 'the lab has taken back a result. Log in to see why:',
  break_glass: 'a doctor opened a result at once. Log in to see who and why:',
  receipt: 'we have your payment. Your receipt:',
  held: 'we have your payment and are checking it. Do not pay again.',
  refunded: 'your money has been returned. See how:',
  part_refunded: 'part of your money is on its way back. See more:',
  refund_failed: 'your refund is delayed. Your money is safe:',
  code: 'is your code. It works for ten minutes. No one from us will ask you for it.',
} as const

/**
 * The texts for a patient whose order another account booked. The page that they can open shows no door code, preparation
 * or money, so these notifications also go by mail.
 */
const seeEmail: Partial<Record<MessageKind, string>> = {
  reminder: 'your home visit is tomorrow. For how to prepare, see your email.',
  on_the_way: 'your phlebotomist is on the way. For your door code, see your email.',
  day_closed: 'the lab is closed on the day of your visit. For what to do, see your email.',
  missed: 'we could not take your sample. For what comes next, see your email.',
  rejected: 'a new sample is needed, free of charge. For what to do, see your email.',
  left_out: 'a sample is still needed, free of charge. For what to do, see your email.',
  cancelled: 'your booking is cancelled. For more, see your email.',
  // By email in any case, as it says what the patient can do.
  break_glass: 'a doctor opened a result at once. Log in, or see your email:',
}

/**
 * The texts for the phone that an order names for a patient without an email, who has no account: another account booked,
 * and knows what their page does not show. They get a result from the lab.
 */
const askBooker: Partial<Record<MessageKind, string>> = {
  reminder: 'your home visit is tomorrow. Ask the person who booked how to prepare.',
  on_the_way: 'your phlebotomist is on the way. The person who booked has your door code.',
  day_closed: 'your lab is closed on your visit day. Ask the person who booked what to do.',
  missed: 'we could not take your sample. Ask the person who booked what comes next.',
  rejected: 'a new sample is needed, free of charge. Ask the person who booked.',
  left_out: 'a sample is still needed, free of charge. Ask the person who booked.',
  cancelled: 'your booking is cancelled. For more, ask the person who booked.',
  call_today:
    'Please call the lab today: {phone}. If it is closed, see a doctor. If things get worse, go to a hospital. Order {order}',
  break_glass: 'a doctor opened a result that needs action now. Call the lab: {phone}. Order {order}',
  ready: 'your result is ready. Ask the lab for it: {phone}. Order {order}',
  corrected: 'a result was corrected. Ask the lab for the new one: {phone}. Order {order}',
  added: 'the lab added something to a result. Ask the lab: {phone}. Order {order}',
  withdrawn: 'the lab has taken back a result. Call the lab: {phone}. Order {order}',
}

/** The texts that link to no page, as the reader is to call, or has no account to open a result with. */
const withoutPage: Readonly<Record<Reader, readonly MessageKind[]>> = {
  booker: ['call_now'],
  patient: ['call_now'],
  phone: ['call_now', 'call_today', 'ready', 'corrected', 'added', 'withdrawn', 'break_glass'],
}

/** Who reads a message: the booker of the order, its patient with an account, or the phone that the order names. */
export type Reader = 'booker' | 'patient' | 'phone'

export const messageKinds = Object.keys(texts) as MessageKind[]

type Facts = {
  readonly page: string
  readonly digits: string
  /** The number of the order. */
  readonly reference: string
  /** As people write it: "0803 123 4567". */
  readonly labPhone: string
}

/** The text of a message to its reader. */
export function messageText(
  kind: MessageKind,
  { page, digits, reference, labPhone }: Facts,
  reader: Reader = 'booker',
): string {
  if (kind === 'code') return `${brand.name}: ${digits} ${texts.code}`
  const own = { booker: undefined, patient: seeEmail[kind], phone: askBooker[kind] }[reader]
  const text = (own ?? texts[kind]).replace('{phone}', labPhone).replace('{order}', reference)
  return `${brand.name}: ${text}${withoutPage[reader].includes(kind) ? '' : ` ${page}`}`
}

/**
 * Whether a message is a safety notice, about a critical result: the account's choices of channels do not hold it back.
 */
export function isSafetyNotice(kind: MessageKind): boolean {
  return kind === 'call_now' || kind === 'call_today'
}

/** Whether the daily limits do not hold a message back: the patient must get it. */
export function isUnlimited(kind: MessageKind): boolean {
  return isSafetyNotice(kind) || kind === 'break_glass'
}

/** Whether a patient who did not book finds the subject of the message only in the mail. */
export function isOnlyInMail(kind: MessageKind): boolean {
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
export function pageFor(kind: MessageKind, order: { reference: string }, reader: Reader): string {
  if (reader === 'phone') return `track?order=${order.reference}`
  if (isSafetyNotice(kind)) return `orders/${order.reference}/results`
  if (reader === 'booker') return `orders/${order.reference}`
  const isResult = ['ready', 'corrected', 'added', 'withdrawn', 'break_glass'].includes(kind)
  return isResult ? `orders/${order.reference}/results` : `track?order=${order.reference}`
}
