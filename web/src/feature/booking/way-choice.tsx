import { naira } from '../../lib/format.ts'
import { Segmented } from '../../ui/choices.tsx'
import { BuildingIcon, HouseIcon, InfoIcon } from '../../ui/icons.tsx'

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
  const words = home
    ? `A phlebotomist comes to the patient. ${fee === null ? 'We show the fee as soon as the lab location has told us.' : `The fee for this is ${naira(fee)}.`}`
    : `Walk in to the lab after booking.${known ? ` A visit at home costs ${naira(fee)} more.` : ''}`
  return (
    <section aria-labelledby="way">
      <h2 id="way" className="mb-4">
        How will the sample be taken?
      </h2>
      <Segmented
        legend="How will the sample be taken?"
        name="mode"
        value={home ? 'sampleCollection' : 'walkin'}
        onChosen={(mode) => onHome(mode === 'sampleCollection')}
        choices={[
          { value: 'walkin', label: 'Walk-in Session', icon: <BuildingIcon /> },
          {
            value: 'sampleCollection',
            label: 'Home Sample Collection',
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
