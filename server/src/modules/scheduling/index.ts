export { placesRoutes } from './capacity/routes.ts'
export { isClosedFor } from './opening-hours/opening-hours.ts'
export { hoursRoutes } from './opening-hours/routes.ts'
export { assertTakesBookings, refusePaused } from './pauses/pause.ts'
export { pauseRoutes } from './pauses/routes.ts'
export { bookedTimeHasCome, visitIsAhead } from './policy.ts'
export { type AvailablePhlebotomist, goesTo, roomAt } from './service-area/policy.ts'
export {
  availablePhlebotomists,
  defaultDailyVisits,
  type GivenOn,
  givenOn,
  isAreaServed,
} from './service-area/repository.ts'
export { patientPlaceOf, phlebotomistsFor } from './service-area/service-area.ts'
export { holdAllowanceOf } from './windows/holds.ts'
export type { HoldAllowance } from './windows/policy.ts'
export { hasNoPlace, lockNamedLocation } from './windows/repository.ts'
export {
  confirmWindow,
  freeWindows,
  holdWindow,
  lockWindow,
  type ReservationStatus,
  reservationStatus,
  reserveRequestedWindow,
  setVisitPlaces,
  visitAfterMoney,
} from './windows/reservations.ts'
export { slotRoutes } from './windows/routes.ts'
