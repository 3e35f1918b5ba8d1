export { capacityRoutes } from './capacity/routes.ts'
export { watchMissing } from './handover/missing.ts'
export { handoverOfOrder } from './handover/repository.ts'
export { handoverRoutes } from './handover/routes.ts'
export { labelRoutes } from './label/routes.ts'
export { watchAwaited } from './left-out/awaited.ts'
export { type LeftOutNotice, leftOutNotice } from './left-out/left-out.ts'
export { type Worth, worthOf } from './left-out/outstanding.ts'
export { leftOutRoutes } from './left-out/routes.ts'
export { forgetPhotosOf, tidyPhotos } from './photo/photos.ts'
export { seesPhotos } from './photo/policy.ts'
export { photosOfOrder } from './photo/repository.ts'
export { photoRoutes } from './photo/routes.ts'
export { nextStepOf, sampleProgress, sampleWorkStatus } from './progress/progress.ts'
export { type SpecimenRow, specimenById, specimenLabelled, specimensOf } from './specimen/repository.ts'
export { newSampleRoutes } from './specimen/routes.ts'
export type { SpecimenState } from './specimen/specimen-state-machine.ts'
export {
  collectSpecimens,
  expectSpecimens,
  type GiverUp,
  giveUpAwaited,
  type ReadyTest,
  type Rejection,
  receiveSpecimen,
  rejectSpecimen,
  takesSpecimen,
  testsReady,
  workHasBegun,
} from './specimen/specimens.ts'
export { type Colleague, colleague, placesOf, sightOf } from './staff/colleague.ts'
export { dutiesFor } from './staff/duties.ts'
export { orderLabelled, orderSeen, type Sight, seenBy } from './staff/repository.ts'
export { areasOf, visitedAreas } from './visit/area-repository.ts'
export { setServed } from './visit/areas.ts'
export { visitJobs } from './visit/jobs.ts'
export { type VisitNotice, visitNotice } from './visit/notice.ts'
export { lockOpenVisit, wasEverMade } from './visit/repository.ts'
export { visitRoutes } from './visit/routes.ts'
export { sweepVisits } from './visit/visits.ts'
