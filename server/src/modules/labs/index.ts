export {
  checkLabNames,
  importDepartments,
  importLabs,
  importPlaces,
  readPlaceSheet,
} from './import-labs.ts'
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
export { type MemberRow, managersAt, membersOf } from './members/repository.ts'
export { collectionFee, isBookable, isPausedOn, packageCategory, testCategories, tidy } from './policy.ts'
export { labLocation, verificationOf } from './present.ts'
export {
  activeAmong,
  departmentNames,
  forgetFavourites,
  hoursWrittenAt,
  isKnownArea,
  knownAreas,
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
  setOfferCounts,
  siteNamed,
  splitLabAndLocation,
} from './repository.ts'
export { labRoutes } from './routes.ts'
export { type SystemRow, systemByKey, touchSystem } from './systems/repository.ts'
