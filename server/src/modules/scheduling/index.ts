export { setVisitPlaces } from './capacity/capacity.ts'
export { isClosedFor } from './opening-hours/opening-hours.ts'
export { assertTakesBookings, refusePaused } from './opening-hours/pauses.ts'
export { bookedTimeHasCome, visitIsAhead } from './policy.ts'
export { schedulingRoutes } from './routes.ts'
export { type AvailablePhlebotomist, fitFor, goesTo, patientPlaceOf, roomAt } from './service-area/policy.ts'
export {
  availablePhlebotomists,
  defaultDailyVisits,
  type GivenOn,
  givenOn,
  isAreaServed,
  lockDay,
} from './service-area/repository.ts'
export type { HoldAllowance } from './windows/policy.ts'
export { freeWindows, hasNoPlace, lockNamedLocation } from './windows/repository.ts'
export {
  confirmWindow,
  holdAllowanceOf,
  holdWindow,
  lockWindow,
  type ReservationStatus,
  reservationStatus,
  reserveRequestedWindow,
  visitAfterMoney,
} from './windows/reservations.ts'
