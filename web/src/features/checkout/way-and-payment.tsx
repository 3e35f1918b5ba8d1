import { Checkbox, RadioCard, Segmented } from '../../components/choices.tsx'
import { HouseIcon } from '../../components/first-icons.tsx'
import { BankCardIcon, BuildingIcon, ChainIcon, InfoIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
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
  const feeKnown = problem === null && fee !== null
  const visitFee = fee === null ? copy.wayFeeUnknown : fill(copy.wayFee, { fee: naira(fee) })
  const walkIn = feeKnown
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
            disabled: !feeKnown && !home,
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

/** Pay now, or let another person pay. Nothing is preselected. `covered`: the account's credit pays everything. */
export function PaymentMethod({ draft, covered }: { draft: BookingDraft; covered: boolean }) {
  return (
    <fieldset id="payment-method">
      <legend className="mb-4">
        <h2 id="payment" tabIndex={-1}>
          {copy.methodTitle}
        </h2>
      </legend>
      <div className="space-y-3">
        <RadioCard
          name="payment"
          value="online"
          title={copy.methodOnline}
          checked={draft.payment === 'online'}
          onChosen={() => changeDraft({ payment: 'online' })}
          picture={<BankCardIcon size={24} className="text-indigo" />}
        >
          {covered ? copy.methodCovered : copy.methodPaystack}
        </RadioCard>
        <RadioCard
          name="payment"
          value="link"
          title={copy.methodLink}
          checked={draft.payment === 'link'}
          onChosen={() => changeDraft({ payment: 'link' })}
          picture={<ChainIcon size={24} className="text-indigo" />}
        >
          {copy.methodLinkMeans}
        </RadioCard>
        {draft.payment === 'link' ? (
          <div className="pl-1">
            <Checkbox
              id="show-tests"
              checked={draft.showTests}
              onChecked={(showTests) => changeDraft({ showTests })}
            >
              {copy.showTests}
              <span className="text-small text-muted block">{copy.showTestsOff}</span>
            </Checkbox>
          </div>
        ) : null}
      </div>
    </fieldset>
  )
}
