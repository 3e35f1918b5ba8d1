export { areaRoutes } from './area/routes.ts'
export { isKnownArea, knownAreas } from './area/rows.ts'
export { changeHours, type HoursHand, hasJustPassed, writtenHours } from './hours/hours.ts'
export { endOfOpenHour } from './hours/open-hour.ts'
export { changesOf as hoursChanges, hoursWrittenAt } from './hours/rows.ts'
export { readHours } from './hours/text.ts'
export { checkLabNames, importDepartments, importLabs, importPlaces } from './import-labs.ts'
export { hasDemoLabs, hasRealLabs, labsBySlug } from './import-rows.ts'
export { type LabLine, readLabSheets } from './lab-sheet.ts'
export { findLabAt, requireLab } from './labs.ts'
export { foldListingChanges } from './listing/standing-rows.ts'
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
export { staffRoutes } from './member/routes.ts'
export { type MemberRow, membersOf } from './member/rows.ts'
export { beginPause, endPause, isInForce as isPauseInForce, type PauseWished } from './pause/pauses.ts'
export { type PauseRow, pausesOf } from './pause/rows.ts'
export { readPlaceSheet } from './place-sheet.ts'
export { labLocation, verificationOf } from './present.ts'
export { labRoutes } from './routes.ts'
export {
  activeAmong,
  apart,
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
  updateOfferCounts as setOfferCounts,
} from './rows.ts'
export { collectionFee, isBookable, isPausedOn, packageCategory, testCategories, tidy } from './rules.ts'
export { systemRoutes } from './system/routes.ts'
export { type SystemRow, systemByKey, touchSystem } from './system/rows.ts'
