import {
  type ListedVisit,
  lagosDate,
  type OwnVisit,
  type RoundVisit,
  type VisitPhoto,
} from '@labalaba/contract'
import type { Secret } from '../../infra/config/secret.ts'
import { firstName } from '../../infra/first-name.ts'
import type { LineRow, OrderRow } from '../orders/index.ts'
import { bookedTimeHasCome } from '../scheduling/index.ts'
import type { SpecimenRow } from '../specimens/index.ts'
import { isInForce } from '../specimens/index.ts'
import { doorCheck, doorCode } from './door-code.ts'
import { inDrawOrder, windowAt } from './policy.ts'
import type { ListedRow, VisitRow } from './repository.ts'
import { canMove, canRebook, isLocked } from './visits.ts'

type VisitFacts = {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly specimens: readonly SpecimenRow[]
  /** The specimens that were taken at this visit. */
  readonly taken: readonly string[]
  readonly photos: VisitPhoto[]
  /** How many of them the lab has found; null before it has counted. */
  readonly found: number | null
}

/** A visit for its phlebotomist. Once it is over, the phone, birth date, address and door check are left out. */
export function presentRoundVisit(secret: Secret, visit: VisitRow, facts: VisitFacts): RoundVisit {
  const { order, lines } = facts
  const { id, round, state } = visit
  const isAhead = state === 'assigned' || state === 'on_the_way'
  const inForce = inDrawOrder(facts.specimens.filter(isInForce))
  const taken = inForce.filter(({ id }) => facts.taken.includes(id))
  return {
    id,
    round,
    state,
    day: visit.visit_on,
    time: visit.visit_time,
    patient: {
      name: order.patient_name,
      phone: isAhead ? order.patient_phone : '',
      bornOn: isAhead ? order.patient_born_on : null,
      gender: order.patient_gender,
    },
    place: {
      address: isAhead ? (order.collection_address ?? '') : '',
      landmark: isAhead ? order.collection_landmark : null,
      area: visit.area,
      state: visit.area_state,
    },
    fastingHours: isAhead ? Math.max(0, ...lines.map((line) => line.fasting_hours)) : 0,
    tubes: (isAhead ? inForce : state === 'collected' ? taken : []).map(presentTube),
    door: isAhead && !visit.arrived_at ? doorCheck(secret, visit) : null,
    arrivedAt: visit.arrived_at?.toISOString() ?? null,
    lab: { name: order.lab_name, location: order.location_name, address: order.location_address },
    delivered:
      visit.delivered_count === null
        ? null
        : { count: visit.delivered_count, received: taken.filter((one) => one.received_at).length },
    photos: facts.photos,
    counted: facts.found === null ? null : { found: facts.found, of: facts.taken.length },
  }
}

function presentTube({ accession, specimen, container, state }: SpecimenRow) {
  return { accession, specimen, container, state }
}

/** A visit for operators. */
export function presentListed(visit: ListedRow, photos: VisitPhoto[], now: Date): ListedVisit {
  const { state, staff_id: staffId, phlebotomist, missed_reason: reason } = visit
  return {
    id: visit.id,
    state,
    order: visit.reference,
    day: visit.visit_on,
    time: visit.visit_time,
    area: visit.area,
    areaState: visit.area_state,
    patientName: visit.patient_name,
    lab: visit.lab_name,
    location: visit.location_name,
    isOverdue: isOverdue(visit, now) || isLost(visit, now),
    phlebotomist: staffId && phlebotomist ? { id: staffId, name: phlebotomist } : null,
    missedReason: reason,
    isLocked: isLocked(visit),
    canAssign: state === 'requested' || state === 'assigned' || state === 'on_the_way',
    canMove: canMove(visit),
    labSlug: visit.lab_slug,
    locationAddress: visit.location_address,
    photos,
  }
}

/**
 * Whether the time of a visit has come and it is unassigned, or its window is over and the phlebotomist has not set off.
 */
function isOverdue(visit: VisitRow, now: Date): boolean {
  const when = { collection_on: visit.visit_on, collection_time: visit.visit_time }
  if (visit.state === 'requested') return bookedTimeHasCome(when, now)
  return visit.state === 'assigned' && windowAt(visit, now) === 'after'
}

/** Whether a phlebotomist on the way will send nothing more: they can no longer sign in, or the day is over. */
function isLost({ state, can_go, visit_on }: ListedRow, now: Date): boolean {
  return state === 'on_the_way' && (!can_go || visit_on < lagosDate(now))
}

type OwnFacts = {
  readonly order: OrderRow
  readonly name: string | null
  readonly photos: OwnVisit['photos']
  readonly now: Date
}

/** An order's visit for the account that booked it. */
export function presentOwn(
  secret: Secret,
  visit: VisitRow,
  { order, name, photos, now }: OwnFacts,
): OwnVisit {
  const { state } = visit
  const isOpen = ['requested', 'assigned', 'on_the_way', 'missed'].includes(state)
  const isLate = isOverdue(visit, now)
  // After its window, a visit that was only assigned shows no phlebotomist and no door code.
  const isComing = state === 'on_the_way' || (state === 'assigned' && !isLate)
  return {
    state,
    day: visit.visit_on,
    time: visit.visit_time,
    phlebotomist: name && state !== 'requested' && !isLate ? firstName(name) : null,
    doorCode: isComing && !visit.arrived_at ? doorCode(secret, visit) : null,
    missedReason: visit.missed_reason,
    isOverdue: isLate,
    canRebook: canRebook(order, isOpen ? visit : undefined),
    photos,
  }
}
