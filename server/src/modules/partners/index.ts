export {
  type ApplicationState,
  applicationTransitions,
  type ReviewVerb,
} from './application-state-machine.ts'
export { reviewApplication } from './applications.ts'
export { type ApplicationRow, applicationById, applicationsOf } from './repository.ts'
export { partnerRoutes } from './routes.ts'
