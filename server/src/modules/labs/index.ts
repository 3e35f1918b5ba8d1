export { isKnownArea, knownAreas } from './areas/repository.ts'
export { areaRoutes } from './areas/routes.ts'
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
} from './members/members.ts'
export { type MemberRow, membersOf } from './members/repository.ts'
export { staffRoutes } from './members/routes.ts'
export { changeHours, type HoursHand, hasJustPassed, writtenHours } from './opening-hours/hours.ts'
export { endOfOpenHour } from './opening-hours/open-hour.ts'
export { changesOf as hoursChanges, hoursWrittenAt } from './opening-hours/repository.ts'
export { readHours } from './opening-hours/text.ts'
export { beginPause, endPause, isInForce as isPauseInForce, type PauseWished } from './pauses/pauses.ts'
export { type PauseRow, pausesOf } from './pauses/repository.ts'
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
export { type SystemRow, systemByKey, touchSystem } from './systems/repository.ts'
export { systemRoutes } from './systems/routes.ts'
