export { tidyDeliveries } from './deliveries/desk.ts'
export { labIntegrationRoutes } from './routes.ts'
