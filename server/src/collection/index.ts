export { capacityRoutes } from './capacity/routes.ts'
export type { Missing } from './handover/handovers.ts'
export { handoverRoutes } from './handover/routes.ts'
export { arrivedAmong, astraySince, dueBefore } from './handover/rows.ts'
export { labelRoutes } from './label/routes.ts'
export { awaitedNoMore, awaitedSince, type LongAwaited } from './left-out/awaited-rows.ts'
export { type GivenUp, isBegun } from './left-out/giving-up.ts'
export { type LeftOutNotice, leftOutNotice } from './left-out/left-out.ts'
export { leftOutRoutes } from './left-out/routes.ts'
export { forgetPhotosOf, tidyPhotos } from './photo/photos.ts'
export { photoRoutes } from './photo/routes.ts'
export { nextStepOf, sampleProgress, workStanding } from './progress/progress.ts'
export { newSampleRoutes } from './specimen/routes.ts'
export { type SpecimenRow, specimenById, specimenLabelled, specimensOf } from './specimen/rows.ts'
export {
  collectSpecimens,
  expectSpecimens,
  receiveSpecimen,
  rejectSpecimen,
  testsReady,
  workHasBegun,
} from './specimen/specimens.ts'
export { areasOf, visitedAreas } from './visit/area-rows.ts'
export { setServed } from './visit/areas.ts'
export { visitJobs } from './visit/jobs.ts'
export { type VisitNotice, visitNotice } from './visit/notice.ts'
export { visitRoutes } from './visit/routes.ts'
export type { LateWord } from './visit/sync.ts'
export { sweepVisits } from './visit/visits.ts'
export { worklistRoutes } from './worklist/routes.ts'
