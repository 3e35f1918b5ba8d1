export { orderViewRoutes } from './routes.ts'
