export { cancelOrder, expireOrders, lockOrder, markPaid } from './life.ts'
export { placeOrder } from './orders.ts'
export { bookingRoutes } from './routes.ts'
export { type LineRow, linesOf, type OrderRow, orderById, ownOrder, setShowTests, waitUntil } from './rows.ts'
