export { isKnownArea, knownAreas } from './area/repository.ts'
export { areaRoutes } from './area/routes.ts'
export { changeHours, type HoursHand, hasJustPassed, writtenHours } from './hours/hours.ts'
export { endOfOpenHour } from './hours/open-hour.ts'
export { changesOf as hoursChanges, hoursWrittenAt } from './hours/repository.ts'
export { readHours } from './hours/text.ts'
export { checkLabNames, importDepartments, importLabs, importPlaces } from './import-labs.ts'
export { hasDemoLabs, hasRealLabs, labsBySlug } from './import-repository.ts'
export { type LabLine, readLabSheets } from './lab-sheet.ts'
export { findLabAt, requireLab } from './labs.ts'
export {
  atWholeLab,
  managedSite,
  placeMember,
  requireDuty,
  requireManager,
  requireMember,
  requireWholeLab,
  worksAt,
} from './member/members.ts'
export { type MemberRow, membersOf } from './member/repository.ts'
export { staffRoutes } from './member/routes.ts'
export { beginPause, endPause, isInForce as isPauseInForce, type PauseWished } from './pause/pauses.ts'
export { type PauseRow, pausesOf } from './pause/repository.ts'
export { readPlaceSheet } from './place-sheet.ts'
export { collectionFee, isBookable, isPausedOn, packageCategory, testCategories, tidy } from './policy.ts'
export { labLocation, verificationOf } from './present.ts'
export {
  activeAmong,
  departmentNames,
  forgetFavourites,
  type LabAt,
  type LabRow,
  type LocationRow,
  labAtCalled,
  labById,
  labNamed,
  labSites,
  locationById,
  locationNumbered,
  locationsOf,
  siteNamed,
  splitLabAndLocation,
  updateOfferCounts as setOfferCounts,
} from './repository.ts'
export { labRoutes } from './routes.ts'
export { type SystemRow, systemByKey, touchSystem } from './system/repository.ts'
export { systemRoutes } from './system/routes.ts'
