export { exposeBreakGlass } from './break-glass/metrics.ts'
export { remindOfCriticalResults } from './inbox/inbox.ts'
export { criticalUnseen } from './inbox/repository.ts'
export { countReading } from './pace.ts'
export type { ReadsAs } from './policy.ts'
export { bookerReads, partFor, readableByBooker, readsAs, requireProof } from './read-results.ts'
export {
  hasReadable,
  type InForce,
  mayRead,
  type Released,
  releasedOf,
  shareLockByConsent,
  shareLockReleased,
  type TakenBack,
} from './released.ts'
export { isTheirAddress, readersBefore } from './repository.ts'
export { resultAccessRoutes } from './routes.ts'
export { revokeSharesOf } from './sharing/shares.ts'
