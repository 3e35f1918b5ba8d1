export { allowanceOf, openBookingCount } from './allowance.ts'
export { readAnswers, trimestersOn, weekOn } from './clinical-request/policy.ts'
export { readClinicalRequest } from './clinical-request/read-clinical-request.ts'
export {
  type ClinicalRequestRow,
  clinicalRequestOf,
  insertClinicalRequest,
} from './clinical-request/repository.ts'
export { deleteOldBookingDrafts, forgetDraft } from './drafts/repository.ts'
export {
  assertPayable,
  canBeCancelled,
  cancelOrder,
  carryOn,
  closeExpired,
  collectOrder,
  earnFee,
  expireOrders,
  forgetSetOff,
  freeFee,
  lockOrder,
  markPaid,
  receiveOrder,
  recollectOrder,
  releaseOrder,
  requireOwnOrder,
  type SampleHandler,
  setOff,
  takesMoney,
  waitWithoutLink,
} from './order-transitions.ts'
export { birthDateIn } from './people/policy.ts'
export { forgetPeople } from './people/repository.ts'
export { placeOrder } from './place-order.ts'
export { type BookerRole, bookerOf, unpaidLife, type VisitFeeFacts, visitIsOwed } from './policy.ts'
export { presentCancellation, presentOrder, publicPatientName } from './present.ts'
export { longestTurnaroundHours, presentPromise, promiseBy, promiseOf, type Terms } from './promise.ts'
export { earningDoctor } from './rates/earnings.ts'
export { type RateChange, setRate } from './rates/rates.ts'
export { listRates } from './rates/repository.ts'
export {
  cancellationOf,
  type LineRow,
  lateDecided,
  lateUndecided,
  linesOf,
  lockOrdersOf,
  momentsOf,
  movesOf,
  type OrderRow,
  orderById,
  orderByReference,
  ownOrder,
  ownWholeOrder,
  setShowTests,
  shareLockOrder,
  termsOf,
  waitUntil,
} from './repository.ts'
export { orderRoutes } from './routes.ts'
export {
  endedAt,
  linkOpens,
  type MadeMove,
  type Move,
  maskedName,
  perAddress,
  perOrder,
  presentHand,
  reachedAt,
  reachedStages,
  readReference,
  signatureOf,
  trackUrl,
  withoutNames,
} from './tracking/policy.ts'
export { moveVisit, type VisitMover } from './visit-change.ts'
