/**
 * Scheduled checks for samples that are not given again, or that do not reach a lab; a layer above samples.
 */

export { watchMissing } from '../src/modules/home-visits/handovers/handovers.ts'
export { patience, watchOutstanding } from '../src/modules/home-visits/missed-specimens/missed-specimens.ts'
