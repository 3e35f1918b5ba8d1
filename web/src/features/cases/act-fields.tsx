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

type RadiosProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  choices: readonly { readonly value: Value; readonly title: string; readonly says: string }[]
  onChosen: (value: Value) => void
}

/** One choice of several, each explained below its title. */
export function Radios<Value extends string>({ legend, name, value, choices, onChosen }: RadiosProps<Value>) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {choices.map((choice) => (
        <RadioCard
          key={choice.value}
          name={name}
          value={choice.value}
          checked={choice.value === value}
          onChosen={() => onChosen(choice.value)}
          title={choice.title}
        >
          {choice.says}
        </RadioCard>
      ))}
    </fieldset>
  )
}

function Answers({ found, filled, onFilled }: FieldsProps) {
  const accept = fill(copy.answerAccept, { money: moneyOf(found) })
  return (
    <Radios
      legend={copy.answerQuestion}
      name="resolution"
      value={filled.resolution}
      choices={[
        { value: 'declined', title: copy.answerDecline, says: copy.answerDeclineMeans },
        { value: 'merchant-accepted', title: accept, says: copy.answerAcceptMeans },
      ]}
      onChosen={(resolution) => onFilled({ ...filled, resolution })}
    />
  )
}

function OutsideFields({ act, found, filled, onFilled, looked }: FieldsProps) {
  const missing = looked ? missingIn(act, filled) : {}
  const inDashboard = filled.through === 'dashboard'
  return (
    <>
      {found.kind === 'refund_unknown' ? null : (
        <Radios
          legend={copy.throughQuestion}
          name="through"
          value={filled.through}
          choices={[
            { value: 'bank', title: copy.throughBank, says: copy.throughBankMeans },
            { value: 'dashboard', title: copy.throughDashboard, says: copy.throughDashboardMeans },
          ]}
          onChosen={(through) => onFilled({ ...filled, through })}
        />
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
  return (
    <Radios
      legend={copy.behalfQuestion}
      name="behalf"
      value={filled.onBehalfOf}
      choices={[
        { value: 'labalaba', title: copy.behalfLabalaba, says: copy.behalfLabalabaMeans },
        { value: 'lab', title: copy.behalfLab, says: copy.behalfLabMeans },
      ]}
      onChosen={(onBehalfOf) => onFilled({ ...filled, onBehalfOf })}
    />
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
