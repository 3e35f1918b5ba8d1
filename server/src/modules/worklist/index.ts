export { worklistRoutes } from './routes.ts'
