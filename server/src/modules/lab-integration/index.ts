export { tidyDeliveries } from './deliveries/desk-routes.ts'
export { labIntegrationRoutes } from './routes.ts'
