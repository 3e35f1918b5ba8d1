export { allowanceOf, openBookingCount } from './allowance.ts'
export { placesRoutes } from './capacity/routes.ts'
export { forgetDraft, tidyDrafts } from './draft/drafts.ts'
export { hoursRoutes } from './hours/routes.ts'
export { isClosedFor } from './hours/standing.ts'
export { type Chooser, type Mover, moveVisit } from './late/choices.ts'
export { lateRoutes } from './late/routes.ts'
export {
  assertPayable,
  canBeCancelled,
  cancelOrder,
  carryOn,
  closeExpired,
  collectOrder,
  expireOrders,
  type Hand,
  lockOrder,
  markPaid,
  receiveOrder,
  recollectOrder,
  releaseOrder,
  takesMoney,
  waitWithoutLink,
} from './order-transitions.ts'
export { placeOrder } from './orders.ts'
export { pauseRoutes } from './pause/routes.ts'
export { forgetPeople } from './person/people.ts'
export { birthDateIn } from './person/policy.ts'
export { personRoutes } from './person/routes.ts'
export { unpaidLife, visitIsOwed, type Way } from './policy.ts'
export { presentCancellation, presentOrder } from './present.ts'
export { longestTurnaroundHours, presentPromise, promiseBy, promiseOf, type Terms } from './promise.ts'
export { publicPatientName } from './public-name.ts'
export { earningDoctor } from './rate/earning.ts'
export { listRates, type RateChange, setRate } from './rate/rates.ts'
export { rateRoutes } from './rate/routes.ts'
export { type AvailablePhlebotomist, goesTo, roomAt } from './reach/policy.ts'
export { phlebotomistsFor, placeOf } from './reach/reach.ts'
export {
  availablePhlebotomists,
  defaultDailyVisits,
  type GivenOn,
  givenOn,
  somebodyGoes,
} from './reach/repository.ts'
export {
  cancellationOf,
  holdOrder,
  type LineRow,
  lateDecided,
  lateUndecided,
  linesOf,
  lockOrdersOf,
  momentsOf,
  type OrderRow,
  orderById,
  ownOrder,
  ownWholeOrder,
  setShowTests,
  waitUntil,
} from './repository.ts'
export { bookingRoutes } from './routes.ts'
export { earnFee, forgetSetOff, freeFee, setOff } from './set-off.ts'
export { holdAllowanceOf } from './slot/holds.ts'
export {
  freePlaces,
  holdPlace,
  lockPlace,
  setVisitPlaces,
  standingOf,
  visitAfterMoney,
} from './slot/places.ts'
export type { HoldAllowance } from './slot/policy.ts'
export { slotRoutes } from './slot/routes.ts'
export {
  endedAt,
  linkOpens,
  type Move,
  maskedName,
  perAddress,
  perOrder,
  reachedAt,
  readReference,
} from './track/policy.ts'
export { type MadeMove, presentHand, reachedStages, withoutNames } from './track/reached.ts'
export { movesOf, orderByReference, termsOf } from './track/repository.ts'
export { signatureOf, trackUrl } from './track/signature.ts'
export { visitHasPassed } from './visit-time.ts'
