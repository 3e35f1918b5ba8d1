import type { LabLook } from '../../features/catalogue/compare/offer-card.tsx'
import { AdireTile } from '../../features/labs/adire-tile.tsx'
import { StandingLine } from '../../features/labs/standing.tsx'

/** How every list shows a lab: its pattern tile and its registration. */
export const labLook: LabLook = {
  tile: (slug) => <AdireTile slug={slug} />,
  standing: (verification) => <StandingLine verification={verification} dense />,
}
