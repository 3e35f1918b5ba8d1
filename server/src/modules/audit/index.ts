export { lineOf, readAnchors, type SignedAnchor } from './anchor/anchor.ts'
export {
  type AuditCheck,
  auditCheckOf,
  checkRecent,
  checkWhole,
  compareAnchors,
  lastAnchored,
} from './anchor/check.ts'
export { anchorDay } from './anchor/daily.ts'
export { anchorOf } from './anchor/repository.ts'
export { archiveBefore } from './archive/archive.ts'
export { checkArchives } from './archive/check.ts'
export { ChainBroken, chainPending, restartChain } from './chain/append.ts'
export { openAuditKeys } from './chain/keys.ts'
export { wasRestarted } from './chain/repository.ts'
export { walkChain } from './chain/walk.ts'
export { type Entry, recordListReading, writeDown } from './repository.ts'
