export { specimenCancellationRoutes } from './routes.ts'
