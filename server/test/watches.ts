/** What looks for samples that nobody comes to give, or that do not come to a lab; it stands above samples. */

export { watchMissing } from '../src/modules/home-visits/handovers/handovers.ts'
export { patience, watchOutstanding } from '../src/modules/home-visits/missed-specimens/missed-specimens.ts'
