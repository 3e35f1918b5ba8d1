export { forgetDraft, tidyDrafts } from './draft/drafts.ts'
export { assertPayable, cancelOrder, expireOrders, lockOrder, markPaid } from './life.ts'
export { placeOrder } from './orders.ts'
export { bookingRoutes } from './routes.ts'
export {
  type LineRow,
  linesOf,
  lockOrdersOf,
  type OrderRow,
  orderById,
  ownOrder,
  setShowTests,
  waitUntil,
} from './rows.ts'
export { visitHasPassed } from './rules.ts'
export { trackRoutes } from './track/routes.ts'
export { trackUrl } from './track/signature.ts'
