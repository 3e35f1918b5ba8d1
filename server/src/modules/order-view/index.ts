export { orderViewRoutes } from './order-view.ts'
