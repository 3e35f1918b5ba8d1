import type { LabLook } from '../../feature/catalogue/compare/offer-card.tsx'
import { AdireTile } from '../../feature/lab/adire-tile.tsx'
import { StandingLine } from '../../feature/lab/standing.tsx'

/** How a lab shows itself wherever one is offered: its cloth, and what it is registered as. */
export const labLook: LabLook = {
  tile: (slug) => <AdireTile slug={slug} />,
  standing: (verification) => <StandingLine verification={verification} dense />,
}
