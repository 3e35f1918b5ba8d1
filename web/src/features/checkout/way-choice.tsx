import { Segmented } from '../../components/choices.tsx'
import { BuildingIcon, HouseIcon, InfoIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'

type WayChoiceProps = {
  home: boolean
  onHome: (home: boolean) => void
  /** Why home collection is not possible, or null. */
  problem: string | null
  /** The fee of a home visit in naira; null while unknown. */
  fee: number | null
}

/** Walk in, or a home visit. An unavailable choice says why. */
export function WayChoice({ home, onHome, problem, fee }: WayChoiceProps) {
  const known = problem === null && fee !== null
  const visitFee = fee === null ? copy.wayFeeUnknown : fill(copy.wayFee, { fee: naira(fee) })
  const walkIn = known
    ? [copy.wayWalkInMeans, fill(copy.wayHomeCosts, { fee: naira(fee) })]
    : [copy.wayWalkInMeans]
  const words = (home ? [copy.wayHomeMeans, visitFee] : walkIn).join(' ')
  return (
    <section aria-labelledby="way">
      <h2 id="way" className="mb-4">
        {copy.wayTitle}
      </h2>
      <Segmented
        legend={copy.wayTitle}
        name="mode"
        value={home ? 'sampleCollection' : 'walkin'}
        onChosen={(mode) => onHome(mode === 'sampleCollection')}
        choices={[
          { value: 'walkin', label: copy.wayWalkIn, icon: <BuildingIcon /> },
          {
            value: 'sampleCollection',
            label: copy.wayHome,
            icon: <HouseIcon />,
            disabled: !known && !home,
          },
        ]}
      />
      <p className="text-small text-muted mt-2" aria-live="polite">
        {words}
      </p>
      {problem ? (
        <p className="text-small mt-2 flex items-start gap-2">
          <InfoIcon size={16} className="mt-0.5 md:mt-1" />
          {problem}
        </p>
      ) : null}
    </section>
  )
}
