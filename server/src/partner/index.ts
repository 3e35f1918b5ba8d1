export { type ApplicationState, applicationMoves, type ReviewVerb } from './application-state.ts'
export { reviewApplication } from './applications.ts'
export { partnerRoutes } from './routes.ts'
export { type ApplicationRow, applicationById, applicationsOf } from './rows.ts'
