/** What looks for samples that nobody comes to give, or that do not come to a lab; it stands above samples. */

export { watchMissing } from '../src/collection/handover/missing.ts'
export { patience, watchAwaited } from '../src/collection/left-out/awaited.ts'
