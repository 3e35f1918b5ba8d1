export { labelRoutes } from './labels/routes.ts'
export { type SpecimenRow, specimenById, specimenLabelled, specimensOf } from './repository.ts'
export { newSampleRoutes } from './routes.ts'
export type { SpecimenState } from './specimen-state-machine.ts'
export {
  canGiveUp,
  collectSpecimens,
  expectSpecimens,
  type GiverUp,
  giveUpOutstanding,
  isInForce,
  isMissed,
  isOutstanding,
  type ReadyTest,
  type Rejection,
  receiveSpecimen,
  rejectSpecimen,
  someIsDone,
  takesSpecimen,
  testsReady,
  workHasBegun,
} from './specimens.ts'
export { type Colleague, colleague, sightOf, workLocations } from './staff/colleague.ts'
export { dutiesFor } from './staff/duties.ts'
export { orderLabelled, orderSeen, type Sight, seenBy } from './staff/repository.ts'
export { openVisitStates } from './visit-repository.ts'
