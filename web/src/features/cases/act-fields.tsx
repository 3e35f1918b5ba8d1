import type { MoneyCase } from '@labalaba/contract'
import { RadioCard } from '../../components/choices.tsx'
import { Field } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/cases.ts'
import { fill } from '../../lib/fill.ts'
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
      <legend className="mb-2 font-semibold">{copy.answerQuestion}</legend>
      <RadioCard
        name="resolution"
        value="declined"
        checked={filled.resolution === 'declined'}
        onChosen={choose('declined')}
        title={copy.answerDecline}
      >
        {copy.answerDeclineMeans}
      </RadioCard>
      <RadioCard
        name="resolution"
        value="merchant-accepted"
        checked={filled.resolution === 'merchant-accepted'}
        onChosen={choose('merchant-accepted')}
        title={fill(copy.answerAccept, { money: moneyOf(found) })}
      >
        {copy.answerAcceptMeans}
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
          <legend className="mb-2 font-semibold">{copy.throughQuestion}</legend>
          <RadioCard
            name="through"
            value="bank"
            checked={!inDashboard}
            onChosen={() => onFilled({ ...filled, through: 'bank' })}
            title={copy.throughBank}
          >
            {copy.throughBankMeans}
          </RadioCard>
          <RadioCard
            name="through"
            value="dashboard"
            checked={inDashboard}
            onChosen={() => onFilled({ ...filled, through: 'dashboard' })}
            title={copy.throughDashboard}
          >
            {copy.throughDashboardMeans}
          </RadioCard>
        </fieldset>
      )}
      <Field
        id="act-reference"
        label={inDashboard ? copy.dashboardReference : copy.bankReference}
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
      <legend className="mb-2 font-semibold">{copy.behalfQuestion}</legend>
      <RadioCard
        name="behalf"
        value="labalaba"
        checked={filled.onBehalfOf === 'labalaba'}
        onChosen={choose('labalaba')}
        title={copy.behalfLabalaba}
      >
        {copy.behalfLabalabaMeans}
      </RadioCard>
      <RadioCard
        name="behalf"
        value="lab"
        checked={filled.onBehalfOf === 'lab'}
        onChosen={choose('lab')}
        title={copy.behalfLab}
      >
        {copy.behalfLabMeans}
      </RadioCard>
    </fieldset>
  )
}

function BankFields({ act, filled, onFilled, looked }: FieldsProps) {
  const banks = useBanks()
  const missing = looked ? missingIn(act, filled) : {}
  const first = banks.isError ? copy.banksFailed : copy.chooseBank
  return (
    <>
      <SelectField
        id="act-bank"
        label={copy.bank}
        value={filled.bankId}
        options={[
          { value: '', label: banks.isPending ? copy.banksLoading : first },
          ...(banks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChosen={(bankId) => onFilled({ ...filled, bankId })}
        error={missing.bank}
      />
      <Field
        id="act-account"
        label={copy.accountNumber}
        hint={copy.accountNumberHint}
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
