import type { LabLook } from '../../feature/catalogue/compare/offer-card.tsx'
import { AdireTile } from '../../feature/lab/adire-tile.tsx'
import { StandingLine } from '../../feature/lab/standing.tsx'

/** How every list shows a lab: its pattern tile and its registration. */
export const labLook: LabLook = {
  tile: (slug) => <AdireTile slug={slug} />,
  standing: (verification) => <StandingLine verification={verification} dense />,
}
