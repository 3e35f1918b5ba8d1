/** What looks for samples that nobody comes to give, or that do not come to a lab; it stands above samples. */
export { patience, watchAwaited } from '../src/payment/case/awaited.ts'
export { watchMissing } from '../src/payment/case/missing.ts'
