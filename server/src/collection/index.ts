export { capacityRoutes } from './capacity/routes.ts'
export { watchMissing } from './handover/missing.ts'
export { handoverRoutes } from './handover/routes.ts'
export { handoverOfOrder } from './handover/rows.ts'
export { labelRoutes } from './label/routes.ts'
export { watchAwaited } from './left-out/awaited.ts'
export { type LeftOutNotice, leftOutNotice } from './left-out/left-out.ts'
export { type Worth, worthOf } from './left-out/outstanding.ts'
export { leftOutRoutes } from './left-out/routes.ts'
export { forgetPhotosOf, tidyPhotos } from './photo/photos.ts'
export { photoRoutes } from './photo/routes.ts'
export { photosOfOrder } from './photo/rows.ts'
export { seesPhotos } from './photo/rules.ts'
export { nextStepOf, sampleProgress, workStanding } from './progress/progress.ts'
export { newSampleRoutes } from './specimen/routes.ts'
export { type SpecimenRow, specimenById, specimenLabelled, specimensOf } from './specimen/rows.ts'
export type { SpecimenState } from './specimen/specimen-state.ts'
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
export { orderLabelled, orderSeen, type Sight, seenBy } from './staff/rows.ts'
export { areasOf, visitedAreas } from './visit/area-rows.ts'
export { setServed } from './visit/areas.ts'
export { visitJobs } from './visit/jobs.ts'
export { type VisitNotice, visitNotice } from './visit/notice.ts'
export { visitRoutes } from './visit/routes.ts'
export { lockOpenVisit, wasEverMade } from './visit/rows.ts'
export { sweepVisits } from './visit/visits.ts'
