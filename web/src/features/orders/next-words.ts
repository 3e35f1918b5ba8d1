import { brand, type NextStep, type Order } from '@labalaba/contract'
import * as progressCopy from '../../copy/order-progress.ts'
import * as copy from '../../copy/orders.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { comeWords, needsNewDay, slowest, spanWords, visitMoment } from './policy.ts'

/** The next steps that concern a home visit. */
export type VisitStep = Extract<
  NextStep,
  'visit' | 'on_the_way' | 'with_patient' | 'overdue' | 'unheard' | 'missed'
>

/** What happens next with an order, or what its owner must do, and when; null if nothing does. Doctors are sent to no doctor. */
export function nextWords(order: Order, isDoctor = false): string | null {
  const home = order.mode === 'sampleCollection'
  const { next } = order.progress
  const location = order.place.name
  switch (next) {
    case 'choose':
      return needsNewDay(order) ? progressCopy.nextNewDay : progressCopy.nextLateMoney
    case 'walk_in':
      return `${fill(progressCopy.nextGo, { location })} ${comeWords(slowest(order))}`
    case 'rest':
      return fill(progressCopy.nextRest, { location })
    case 'again':
    case 'left_out':
      return home
        ? fill(progressCopy.nextAgainHome, { location })
        : fill(progressCopy.nextAgainLab, { location })
    case 'nobody_goes':
      return fill(progressCopy.nextNowhere, { location })
    case 'to_lab':
      return `${home ? progressCopy.nextToLab : progressCopy.nextToScientists} ${comeWords(slowest(order))}`
    case 'results':
      return order.promised
        ? progressCopy.nextApproval
        : fill(progressCopy.nextResults, { span: spanWords(slowest(order)) })
    case 'read':
      if (!order.may.readResults) return progressCopy.nextReadByPatient
      return isDoctor ? progressCopy.nextReadByDoctor : progressCopy.nextRead
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
 * then, and whether the booking can be cancelled; a few sentences each.
 */
export function nowhereWords(order: Order): string[] {
  const { collectionPlace, place, cancelTerms, progress, collectionFee } = order
  const again = progress.samples.some(({ state }) => state === 'again')
  const keepsFee = again || cancelTerms === null || cancelTerms.keptFee > 0 || collectionFee === 0
  const come = fill(copy.nowhereCome, { location: place.name })
  return [
    collectionPlace ? fill(copy.nowhereArea, { area: collectionPlace.area }) : copy.nowhereAddress,
    keepsFee ? come : `${come} ${fill(copy.nowhereFee, { fee: naira(collectionFee) })}`,
    ...(cancelTerms && order.may.cancel
      ? [cancelTerms.keptFee > 0 ? copy.nowhereCancelPart : copy.nowhereCancelAll]
      : []),
  ]
}

/** The next step of a home visit: who comes, or that no one came. */
function visitWords(order: Order, next: VisitStep): string {
  const visit = visitMoment(order) ?? progressCopy.visitDayUnknown
  const address = order.collectionAddress ?? progressCopy.addressUnknown
  switch (next) {
    case 'on_the_way':
      return fill(progressCopy.nextOnTheWay, { address })
    case 'with_patient':
      return progressCopy.nextWithPatient
    case 'overdue':
      return fill(progressCopy.nextOverdue, { visit })
    case 'unheard':
      return fill(progressCopy.nextUnheard, { visit, email: brand.supportEmail })
    case 'missed':
      return progressCopy.nextMissed
    case 'visit':
      return fill(progressCopy.nextVisit, { address, visit })
  }
}
