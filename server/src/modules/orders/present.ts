import {
  formatPhone,
  type LateMoney,
  nairaOf,
  nameProblem,
  type Order,
  type OrderItem,
} from '@labalaba/contract'
import type { LocationRow } from '../labs/index.ts'
import { bookedTimeHasCome, type ReservationStatus } from '../scheduling/index.ts'
import { canMoveVisit, payability } from './policy.ts'
import type { LineRow, OrderRow } from './repository.ts'
import type { MadeMove } from './tracking/policy.ts'

/**
 * Whom an order is for: `self` for the owner of the account, the id of one of its people, or null if this was not given or
 * the person is not stored. Orders of one account with the same value, if not null, are for the same person.
 */
function forWhomOf({ for_self, person_id }: Pick<OrderRow, 'for_self' | 'person_id'>): string | null {
  return person_id ?? (for_self ? 'self' : null)
}

/** An order in a list, for its owner. */
export function presentOrderItem(order: OrderRow): OrderItem {
  return {
    reference: order.reference,
    state: order.state,
    lab: order.lab_name,
    labSlug: order.lab_slug,
    location: order.location_name,
    patientName: order.patient_name,
    person: forWhomOf(order),
    mode: order.mode,
    testCount: order.test_count,
    subTotal: nairaOf(order.sub_total_kobo),
    collectionFee: nairaOf(order.collection_fee_kobo),
    total: nairaOf(order.total_kobo),
    collectionDate: order.collection_on,
    collectionTime: order.collection_time,
    createdAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    sampleData: order.demo,
  }
}

/** The money fields of an order, which a module above this one provides. */
export type OrderMoney = Pick<Order, 'payments' | 'link' | 'credit' | 'refunds' | 'cancelTerms'>

/** A whole order for its owner, with what they may do now. */
export function presentOrder(
  order: OrderRow,
  lines: readonly LineRow[],
  site: LocationRow,
  {
    place,
    readResults,
    ...money
  }: OrderMoney &
    Pick<Order, 'doctorName' | 'cancelled' | 'promised' | 'progress' | 'wantsNewTime'> &
    Pick<Order['may'], 'readResults'> & { readonly place: ReservationStatus },
  now: Date,
): Order {
  const held = money.payments.some((payment) => payment.state === 'held')
  const payable = !held && payability(order, now) === 'payable'
  return {
    ...presentOrderItem(order),
    tests: lines.map((line) => ({
      name: line.name,
      includes: line.includes,
      amount: nairaOf(line.price_kobo),
      fastingHours: line.fasting_hours,
      preparation: line.preparation,
      specimen: line.specimen,
      turnaroundHours: line.turnaround_hours,
    })),
    patient: {
      name: order.patient_name,
      email: order.patient_email ?? '',
      phone: formatPhone(order.patient_phone),
      gender: order.patient_gender,
      dob: order.patient_born_on,
    },
    place: {
      name: order.location_name,
      address: order.location_address,
      landmark: site.landmark,
      area: site.area,
      state: site.state,
      openingHours: site.openingHours,
    },
    collectionAddress: order.collection_address,
    collectionPlace: presentPlace(order),
    collectionLandmark: order.collection_landmark,
    expiresAt: order.expires_at.toISOString(),
    showTests: order.show_tests,
    doctorEarning: nairaOf(order.doctor_share_kobo),
    ...money,
    credit: payable ? money.credit : 0,
    lateMoney: presentLateMoney(order, place, now),
    visitFull: payable && place.full,
    visitHeldUntil: place.heldUntil?.toISOString() ?? null,
    may: {
      pay: payable && !place.full,
      shareLink: payable,
      cancel: money.cancelTerms !== null,
      moveVisit: canMoveVisit(order, now),
      readResults: readResults && order.state !== 'cancelled',
    },
  }
}

function presentPlace({
  collection_state: state,
  collection_area: area,
}: OrderRow): Order['collectionPlace'] {
  return state !== null && area !== null ? { state, area } : null
}

/** Who cancelled a cancelled order, for its owner. The owner's own reason is left out. */
export function presentCancellation(
  order: Pick<OrderRow, 'state'>,
  moves: readonly MadeMove[],
): Order['cancelled'] {
  const made = moves.findLast(({ to }) => to === 'cancelled')
  if (!made || order.state !== 'cancelled') return null
  const { actor, reason, at } = made
  const by =
    actor === 'patient' || actor === 'doctor' ? 'owner' : actor === 'lab' ? actor : ('labalaba' as const)
  return { by, at: at.toISOString(), reason: actor === 'lab' || actor === 'operator' ? reason : null }
}

function presentLateMoney(order: OrderRow, place: ReservationStatus, now: Date): LateMoney | null {
  if (!order.late_money_at) return null
  return {
    at: order.late_money_at.toISOString(),
    choice: order.late_choice,
    canKeep: order.mode === 'walkin' || (place.has && !bookedTimeHasCome(order, now)),
  }
}

/**
 * The patient's name for mails and receipts to people without an account. A stored name that is older than the rule for
 * names and breaks it is replaced.
 */
export function publicPatientName({ patient_name: name }: Pick<OrderRow, 'patient_name'>): string {
  return nameProblem(name) === null ? name : 'the patient'
}
