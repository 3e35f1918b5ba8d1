import type { MoneyCase } from '@labalaba/contract'
import { RadioCard } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { moneyOf } from './act-words.ts'
import { type Filled, missingIn } from './policy.ts'
import { useBanks } from './queries.ts'

type FieldsProps = {
  act: string
  found: Pick<MoneyCase, 'amount' | 'kind' | 'subject'>
  filled: Filled
  onFilled: (filled: Filled) => void
  /** Whether missing fields are shown. */
  looked: boolean
}

/** The fields that an act needs besides its note. */
export function ActFields(props: FieldsProps) {
  const { act } = props
  if (act === 'answer') return <Answers {...props} />
  if (act === 'returned_outside') return <OutsideFields {...props} />
  if (act === 'cancel_booking') return <BehalfFields {...props} />
  if (act === 'bank_details') return <BankFields {...props} />
  return null
}

function Answers({ found, filled, onFilled }: FieldsProps) {
  const choose = (resolution: Filled['resolution']) => () => onFilled({ ...filled, resolution })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">What do we say?</legend>
      <RadioCard
        name="resolution"
        value="declined"
        checked={filled.resolution === 'declined'}
        onChosen={choose('declined')}
        title="Decline with the evidence"
      >
        The service was given. The bank decides, in some days.
      </RadioCard>
      <RadioCard
        name="resolution"
        value="merchant-accepted"
        checked={filled.resolution === 'merchant-accepted'}
        onChosen={choose('merchant-accepted')}
        title={`Accept, and give ${moneyOf(found)} up`}
      >
        The payer is right. The money is taken from us at once.
      </RadioCard>
    </fieldset>
  )
}

function OutsideFields({ act, found, filled, onFilled, looked }: FieldsProps) {
  const missing = looked ? missingIn(act, filled) : {}
  const inDashboard = filled.through === 'dashboard'
  return (
    <>
      {found.kind === 'refund_unknown' ? null : (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Where did it go back?</legend>
          <RadioCard
            name="through"
            value="bank"
            checked={!inDashboard}
            onChosen={() => onFilled({ ...filled, through: 'bank' })}
            title="From our own bank account"
          >
            Paystack still holds what came.
          </RadioCard>
          <RadioCard
            name="through"
            value="dashboard"
            checked={inDashboard}
            onChosen={() => onFilled({ ...filled, through: 'dashboard' })}
            title="In Paystack's dashboard"
          >
            Paystack has sent it back of what it held for us.
          </RadioCard>
        </fieldset>
      )}
      <Field
        id="act-reference"
        label={inDashboard ? "Paystack's number of the refund" : "The bank's reference of the transfer"}
        value={filled.reference}
        onText={(reference) => onFilled({ ...filled, reference: reference.trim() })}
        maxLength={64}
        autoComplete="off"
        error={missing.reference}
      />
    </>
  )
}

function BehalfFields({ filled, onFilled }: FieldsProps) {
  const choose = (onBehalfOf: Filled['onBehalfOf']) => () => onFilled({ ...filled, onBehalfOf })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Who cancels?</legend>
      <RadioCard
        name="behalf"
        value="labalaba"
        checked={filled.onBehalfOf === 'labalaba'}
        onChosen={choose('labalaba')}
        title="Labalaba"
      >
        The mail says that we cancelled.
      </RadioCard>
      <RadioCard
        name="behalf"
        value="lab"
        checked={filled.onBehalfOf === 'lab'}
        onChosen={choose('lab')}
        title="The lab"
      >
        The lab asked for it, and the mail says so.
      </RadioCard>
    </fieldset>
  )
}

function BankFields({ act, filled, onFilled, looked }: FieldsProps) {
  const banks = useBanks()
  const missing = looked ? missingIn(act, filled) : {}
  const first = banks.isError ? 'The banks did not come. Close this and try again.' : 'Choose the bank'
  return (
    <>
      <SelectField
        id="act-bank"
        label="Bank"
        value={filled.bankId}
        options={[
          { value: '', label: banks.isPending ? 'Reading the banks…' : first },
          ...(banks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChosen={(bankId) => onFilled({ ...filled, bankId })}
        error={missing.bank}
      />
      <Field
        id="act-account"
        label="Account number"
        hint="Ten digits. It goes to Paystack and is kept nowhere here."
        inputMode="numeric"
        autoComplete="off"
        width="phone"
        maxLength={14}
        value={filled.accountNumber}
        onText={(text) => onFilled({ ...filled, accountNumber: text.replaceAll(/\D/g, '') })}
        error={missing.account}
      />
    </>
  )
}
