export { type Colleague, colleague, dutiesFor, sightOf, workLocations } from './colleague.ts'
export {
  busiestAccessionDay,
  openVisitStates,
  orderLabelled,
  orderSeen,
  type Sight,
  type SpecimenRow,
  seenBy,
  skipAccessionNumbers,
  specimenById,
  specimenLabelled,
  specimensOf,
} from './repository.ts'
export { specimenRoutes } from './routes.ts'
export type { SpecimenState } from './specimen-state-machine.ts'
export {
  type CancellingActor,
  canCancelOutstanding,
  cancelOutstanding,
  collectSpecimens,
  expectSpecimens,
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
