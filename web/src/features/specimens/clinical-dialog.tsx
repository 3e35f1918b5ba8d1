import { type LabOrder, lagosDate, medicines } from '@labalaba/contract'
import { useEffect, useRef, useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { BirthField } from '../../components/birth-field.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { MedicineField, PregnancyTimeFields } from '../../components/clinical-fields.tsx'
import { birthProblem, noDate } from '../../components/date-of-birth.ts'
import { Field } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/clinical-request.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useLeaveWarning, useTypedState } from '../../lib/typed-state.ts'
import { wrongFields } from '../../lib/wrong-fields.ts'
import { bodyOf, hasUnsaved, mergedForm, openForm, type TypedDetails } from './clinical-form.ts'
import { saveClinicalRequest } from './queries.ts'

const pregnancyOptions = [
  { value: '', label: copy.notAsked },
  { value: 'not_pregnant', label: copy.notPregnant },
  { value: 'pregnant', label: copy.pregnant },
  { value: 'not_known', label: copy.pregnancyUnknown },
] as const

/** The fields that show their own error. */
const shownFields = [
  ...(['bornOn', 'age', 'clinical.week', 'clinical.lastPeriodOn', 'fastedHours', 'indication'] as const),
  'pretestCounselling',
] as const

const digits = (text: string) => text.replace(/\D/g, '')

type DialogProps = {
  order: LabOrder
  onClose: () => void
  onSaved: () => void
  /** The stored details are not those of `order` any more. */
  onStale: () => void
}

function isStale(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'request_changed'
}

/** What the patient says at the lab: date of birth if the booking has none, and what the tests ask. */
export function ClinicalDialog({ order, onClose, onSaved, onStale }: DialogProps) {
  const { clinical, asks, patient, reference } = order
  const today = lagosDate(new Date())
  const [form, setForm] = useTypedState(`clinical ${reference}`, () => openForm(order, today))
  if (form.number !== clinical.number) setForm(mergedForm(form, order, today))
  const { typed, isMerged } = form
  const [isBirthLeft, setBirthLeft] = useState(false)
  const act = useAct()
  const top = useRef<HTMLDivElement>(null)
  useLeaveWarning(hasUnsaved(form))
  useEffect(() => {
    // The form is longer than the screen, and the button is at its end.
    if (isMerged) top.current?.scrollIntoView({ block: 'center' })
  }, [isMerged])
  const wrong = wrongFields(act.failure)
  const birthWrong = Object.values(typed.birth).some((part) => part !== '')
    ? birthProblem(typed.birth, today)
    : null
  const change = (part: Partial<TypedDetails>) => {
    setForm({ ...form, typed: { ...typed, ...part } })
    act.forget()
  }

  function save(): void {
    act.forget()
    setBirthLeft(true)
    if (birthWrong) {
      document.getElementById('clinical-birth-day')?.focus()
      return
    }
    act.run(async () => {
      try {
        await saveClinicalRequest(reference, bodyOf(form))
      } catch (failure) {
        if (isStale(failure)) onStale()
        throw failure
      }
      toast.success(copy.detailsSaved)
      onSaved()
    })
  }

  const asked = medicines.filter((one) => asks.includes(one) || typed.medicines?.includes(one))
  return (
    <ActDialog
      title={copy.detailsTitle}
      onClose={onClose}
      button={copy.detailsSave}
      workingText={shared.saving}
      act={{
        working: act.working,
        failure:
          shownFields.some((field) => field in wrong) || (isMerged && isStale(act.failure))
            ? null
            : act.failure,
      }}
      failed={{ title: copy.detailsFailed }}
      onDo={save}
    >
      {isMerged ? (
        <div ref={top}>
          <Banner tone="warn" title={copy.detailsChanged} announce>
            <p>{copy.detailsChangedSays}</p>
          </Banner>
        </div>
      ) : null}
      <p className="text-muted">
        {copy.detailsPrivate} {copy.detailsJudged}
      </p>
      {patient.bornOn === null ? (
        <>
          <BirthField
            id="clinical-birth"
            label={copy.birthLabel}
            hint={copy.birthPrinted}
            own={false}
            value={typed.birth}
            error={wrong.bornOn ?? (isBirthLeft ? birthWrong : null)}
            onLeave={() => setBirthLeft(true)}
            onParts={(birth) => change({ birth, age: '' })}
          />
          <Field
            id="clinical-age"
            label={copy.ageLabel}
            hint={copy.ageHint}
            inputMode="numeric"
            maxLength={3}
            value={typed.age}
            error={wrong.age}
            onText={(age) => change({ age: digits(age), birth: noDate })}
          />
        </>
      ) : null}
      {asks.includes('pregnancy') || typed.pregnancy ? (
        <PregnancyFields typed={typed} wrong={wrong} onChange={change} />
      ) : null}
      {asked.length > 0 ? (
        <MedicineField
          id="clinical-medicines"
          asked={asked}
          taken={typed.medicines}
          onTaken={(medicines) => change({ medicines })}
        />
      ) : null}
      {order.needsCounselling || typed.pretestCounselling ? (
        <Field
          id="clinical-counselling"
          label={copy.counselledLabel}
          hint={copy.counselledHint}
          maxLength={300}
          value={typed.pretestCounselling}
          error={wrong.pretestCounselling}
          onText={(pretestCounselling) => change({ pretestCounselling })}
        />
      ) : null}
      {order.tests.some(({ fastingHours }) => fastingHours > 0) || typed.fastedHours ? (
        <Field
          id="clinical-fasted"
          label={copy.fastedLabel}
          inputMode="numeric"
          maxLength={2}
          value={typed.fastedHours}
          error={wrong.fastedHours}
          onText={(hours) => change({ fastedHours: digits(hours) })}
        />
      ) : null}
      <TextArea
        id="clinical-indication"
        label={copy.indication}
        rows={2}
        maxLength={300}
        value={typed.indication}
        error={wrong['clinical.indication'] ?? wrong.indication}
        onText={(indication) => change({ indication: indication.replace(/\s/g, ' ') })}
      />
      <SelectField
        label={copy.intervalsLabel}
        value={typed.intervalsOf}
        options={[
          { value: '', label: fill(copy.intervalsBooked, { gender: patient.gender }) },
          { value: 'Female', label: copy.intervalsFemale },
          { value: 'Male', label: copy.intervalsMale },
        ]}
        onChosen={(chosen) => change({ intervalsOf: chosen === 'Male' || chosen === 'Female' ? chosen : '' })}
      />
      <Checkbox checked={typed.isUrgent} onChecked={(isUrgent) => change({ isUrgent })}>
        {copy.urgent}
      </Checkbox>
    </ActDialog>
  )
}

type PartProps = {
  typed: TypedDetails
  wrong: Readonly<Record<string, string>>
  onChange: (part: Partial<TypedDetails>) => void
}

function PregnancyFields({ typed, wrong, onChange }: PartProps) {
  return (
    <>
      <SelectField
        id="clinical-pregnancy"
        label={copy.isPregnant}
        value={typed.pregnancy}
        options={pregnancyOptions}
        onChosen={(chosen) => {
          const found = pregnancyOptions.find(({ value }) => value === chosen)
          if (found) onChange({ pregnancy: found.value })
        }}
      />
      {typed.pregnancy === 'pregnant' ? (
        <PregnancyTimeFields
          id="clinical"
          time={typed}
          refused={wrong['clinical.week'] ?? wrong['clinical.lastPeriodOn']}
          onChange={onChange}
        />
      ) : null}
    </>
  )
}
