import { brand, type NextStep, type Order } from '@labalaba/contract'
import { naira } from '../../lib/format.ts'
import { comeWords, needsNewDay, slowest, spanWords, visitMoment } from './policy.ts'

/** The next steps that concern a home visit. */
export type VisitStep = Extract<
  NextStep,
  'visit' | 'on_the_way' | 'with_patient' | 'overdue' | 'unheard' | 'missed'
>

/** What happens next with an order, or what its owner must do, and when; null if nothing does. */
export function nextWords(order: Order): string | null {
  const home = order.mode === 'sampleCollection'
  const { next } = order.progress
  switch (next) {
    case 'choose':
      return needsNewDay(order)
        ? 'Choose a new day for the home visit, or cancel the booking.'
        : 'Your money came late: say above what becomes of the booking.'
    case 'walk_in':
      return `Go to ${order.place.name} and say the order id at the desk. ${comeWords(slowest(order))}`
    case 'rest':
      return `Some samples have been taken. The rest are given at ${order.place.name}; say the order id at the desk.`
    case 'again':
    case 'left_out':
      return home
        ? `Choose a time for another home visit, or come to ${order.place.name} on a day when it is open. It costs nothing more.`
        : `Come to ${order.place.name} for a new sample, on a day when it is open. It costs nothing more.`
    case 'nobody_goes':
      return `We cannot come at the moment. Come to ${order.place.name} on a day when it is open: the sample is taken there, at no more cost.`
    case 'to_lab':
      return `The sample goes to the lab${home ? '' : '’s bench'}. ${comeWords(slowest(order))}`
    case 'results':
      return order.promised
        ? 'A scientist checks the results, and a second person approves them.'
        : `A scientist checks the results. They come up to ${spanWords(slowest(order))} after the sample reached the lab.`
    case 'read':
      return 'Take the results to a doctor, who can say what they mean for the patient.'
    case 'pay':
    case 'none':
      return null
    case 'visit':
    case 'on_the_way':
    case 'with_patient':
    case 'overdue':
    case 'unheard':
    case 'missed':
      return visitWords(order, next)
  }
}

/**
 * No phlebotomist serves the patient's area any more: says so, how the specimen can be taken instead, what is refunded
 * then, and whether the booking can be cancelled; one or two sentences each.
 */
export function nowhereWords(order: Order): string[] {
  const { collectionPlace, place, cancelTerms, progress, collectionFee } = order
  const again = progress.samples.some(({ state }) => state === 'again')
  const keepsFee = again || cancelTerms === null || cancelTerms.keptFee > 0 || collectionFee === 0
  const fee = keepsFee ? '' : `, and the ${naira(collectionFee)} for the home visit go back to you`
  return [
    `We cannot come to ${collectionPlace?.area ?? 'this address'} at the moment: nobody goes there any more, and we are sorry.`,
    `Come to ${place.name} on a day when it is open, and say the order id at the desk: the sample is taken there, at no more cost${fee}.`,
    ...(cancelTerms && order.may.cancel
      ? [
          cancelTerms.keptFee > 0
            ? 'Or cancel the booking. You see what comes back before you decide.'
            : 'Or cancel the booking, and have all of your money back.',
        ]
      : []),
  ]
}

/** The next step of a home visit: who comes, or that no one came. */
function visitWords(order: Order, next: VisitStep): string {
  const visit = visitMoment(order) ?? 'the day of the booking'
  const address = order.collectionAddress ?? 'the address of the booking'
  switch (next) {
    case 'on_the_way':
      return `A phlebotomist is on the way to ${address}.`
    case 'with_patient':
      return 'The phlebotomist is with the patient now.'
    case 'overdue':
      return `Nobody has come for the home visit of ${visit}, and we are sorry. Choose another time: it costs nothing more.`
    case 'unheard':
      return `The home visit was booked for ${visit}. We have not heard yet how it went. If nobody came, write to ${brand.supportEmail}.`
    case 'missed':
      return 'No sample was taken at the home visit. Choose another day: it costs nothing more.'
    case 'visit':
      return `A phlebotomist comes to ${address} on ${visit}.`
  }
}
