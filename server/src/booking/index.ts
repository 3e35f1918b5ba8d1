export { forgetDraft, tidyDrafts } from './draft/drafts.ts'
export { lateRoutes } from './late/routes.ts'
export {
  assertPayable,
  canBeCancelled,
  cancelOrder,
  closeExpired,
  expireOrders,
  lockOrder,
  markPaid,
  takesMoney,
  waitWithoutLink,
} from './life.ts'
export { placeOrder } from './orders.ts'
export { earningDoctor } from './rate/earning.ts'
export { listRates, type RateChange, setRate } from './rate/rates.ts'
export { rateRoutes } from './rate/routes.ts'
export { bookingRoutes } from './routes.ts'
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
  setShowTests,
  waitUntil,
} from './rows.ts'
export { visitHasPassed } from './rules.ts'
export { trackRoutes } from './track/routes.ts'
export { orderByReference } from './track/rows.ts'
export { trackUrl } from './track/signature.ts'
