export { allowanceOf, openBookingCount } from './allowance.ts'
export { deleteOldBookingDrafts, forgetDraft } from './drafts/drafts.ts'
export {
  assertPayable,
  canBeCancelled,
  cancelOrder,
  carryOn,
  closeExpired,
  collectOrder,
  expireOrders,
  lockOrder,
  markPaid,
  receiveOrder,
  recollectOrder,
  releaseOrder,
  type SampleHandler,
  takesMoney,
  waitWithoutLink,
} from './order-transitions.ts'
export { forgetPeople } from './people/people.ts'
export { birthDateIn } from './people/policy.ts'
export { personRoutes } from './people/routes.ts'
export { placeOrder } from './place-order.ts'
export { unpaidLife, type VisitFeeFacts, visitIsOwed } from './policy.ts'
export { presentCancellation, presentOrder } from './present.ts'
export { longestTurnaroundHours, presentPromise, promiseBy, promiseOf, type Terms } from './promise.ts'
export { publicPatientName } from './public-name.ts'
export { earningDoctor } from './rates/earning.ts'
export { listRates, type RateChange, setRate } from './rates/rates.ts'
export { rateRoutes } from './rates/routes.ts'
export {
  cancellationOf,
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
  shareLockOrder,
  waitUntil,
} from './repository.ts'
export { orderRoutes } from './routes.ts'
export { earnFee, forgetSetOff, freeFee, setOff } from './set-off.ts'
export {
  endedAt,
  linkOpens,
  type Move,
  maskedName,
  perAddress,
  perOrder,
  reachedAt,
  readReference,
} from './tracking/policy.ts'
export { type MadeMove, presentHand, reachedStages, withoutNames } from './tracking/reached.ts'
export { movesOf, orderByReference, termsOf } from './tracking/repository.ts'
export { signatureOf, trackUrl } from './tracking/signature.ts'
export { visitChangeRoutes } from './visit-change/routes.ts'
export { type BookerRole, moveVisit, type VisitMover } from './visit-change/visit-change.ts'
