export { areasOf, visitedAreas } from './area-repository.ts'
export { setServed } from './areas.ts'
export { watchMissing } from './handovers/handovers.ts'
export { handoverOfOrder } from './handovers/repository.ts'
export {
  type CancelledAmount,
  cancelledAmountOf,
  watchOutstanding,
} from './missed-specimens/missed-specimens.ts'
export {
  type MissedSpecimenNotice,
  missedSpecimenNotice,
  type VisitNotice,
  visitNotice,
} from './notice.ts'
export { tidyPhotos } from './photos/photos.ts'
export { seesPhotos } from './photos/policy.ts'
export { forgetPhotosOf, photosOfOrder } from './photos/repository.ts'
export { nextStepOf, sampleProgress, sampleWorkStatus } from './progress/progress.ts'
export { lockOpenVisit, wasEverMade } from './repository.ts'
export { visitRoutes } from './routes.ts'
export { catchUpVisits, visitJobs } from './visits.ts'
