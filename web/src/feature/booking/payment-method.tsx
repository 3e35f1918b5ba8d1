import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { Checkbox, RadioCard } from '../../ui/choices.tsx'
import { BankCardIcon, ChainIcon } from '../../ui/icons.tsx'

/** Pay now, or let another person pay. Nothing is preselected. `covered`: the account's credit pays everything. */
export function PaymentMethod({ draft, covered }: { draft: BookingDraft; covered: boolean }) {
  return (
    <fieldset id="payment-method">
      <legend className="mb-4">
        <h2 id="payment" tabIndex={-1}>
          Payment method
        </h2>
      </legend>
      <div className="space-y-3">
        <RadioCard
          name="payment"
          value="online"
          title="Pay Online"
          checked={draft.payment === 'online'}
          onChosen={() => changeDraft({ payment: 'online' })}
          picture={<BankCardIcon size={24} className="text-indigo" />}
        >
          {covered
            ? 'Your credit pays all of it. There is no payment page.'
            : 'Next you pay on the secure page of our payment partner, Paystack.'}
        </RadioCard>
        <RadioCard
          name="payment"
          value="link"
          title="Generate payment link"
          checked={draft.payment === 'link'}
          onChosen={() => changeDraft({ payment: 'link' })}
          picture={<ChainIcon size={24} className="text-indigo" />}
        >
          Somebody else pays. They need no account. The link works for three days.
        </RadioCard>
        {draft.payment === 'link' ? (
          <div className="pl-1">
            <Checkbox
              id="show-tests"
              checked={draft.showTests}
              onChecked={(showTests) => changeDraft({ showTests })}
            >
              Show the names of the tests to whoever pays
              <span className="text-small text-muted block">
                Off: they see the patient’s name, the lab, how many tests, and the total.
              </span>
            </Checkbox>
          </div>
        ) : null}
      </div>
    </fieldset>
  )
}
