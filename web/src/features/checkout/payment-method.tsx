import { Checkbox, RadioCard } from '../../components/choices.tsx'
import { BankCardIcon, ChainIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'

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
