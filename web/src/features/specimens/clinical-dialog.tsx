import {
  type BodySent,
  type changeClinicalRequest,
  fullYears,
  type LabOrder,
  lagosDate,
  type Medicine,
  medicines,
  type PregnancyAnswer,
} from '@labalaba/contract'
import { ActDialog } from '../../components/act-dialog.tsx'
import { BirthField } from '../../components/birth-field.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { MedicineField, PregnancyTimeFields } from '../../components/clinical-fields.tsx'
import { birthProblem, type DateParts, dateFromParts, partsFromDate } from '../../components/date-of-birth.ts'
import { Field } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/clinical-request.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { wrongFields } from '../../lib/wrong-fields.ts'
import { saveClinicalRequest } from './queries.ts'

type Typed = {
  birth: DateParts
  age: string
  pregnancy: PregnancyAnswer | ''
  week: string
  lastPeriodOn: string
  medicines: readonly Medicine[] | null
  indication: string
  pretestCounselling: string
  fastedHours: string
  isUrgent: boolean
  intervalsOf: '' | 'Male' | 'Female'
}

function typedOf({ clinical }: LabOrder, today: string): Typed {
  const { bornOn, isBornAbout, lastPeriodOn } = clinical
  return {
    birth: partsFromDate(bornOn && !isBornAbout ? bornOn : ''),
    age: bornOn && isBornAbout ? String(fullYears(bornOn, today)) : '',
    pregnancy: clinical.pregnancy ?? '',
    week: lastPeriodOn === null && clinical.week !== null ? String(clinical.week) : '',
    lastPeriodOn: lastPeriodOn ?? '',
    medicines: clinical.medicines,
    indication: clinical.indication ?? '',
    pretestCounselling: clinical.pretestCounselling ?? '',
    fastedHours: clinical.fastedHours === null ? '' : String(clinical.fastedHours),
    isUrgent: clinical.isUrgent,
    intervalsOf: clinical.intervalsOf ?? '',
  }
}

function bodyOf(typed: Typed, basedOn: number): BodySent<typeof changeClinicalRequest> {
  const { pregnancy, week, lastPeriodOn, medicines, indication, fastedHours, isUrgent, intervalsOf } = typed
  const bornOn = dateFromParts(typed.birth)
  const isPregnant = pregnancy === 'pregnant'
  return {
    ...{ basedOn, isUrgent },
    ...(bornOn ? { bornOn } : typed.age !== '' && { age: Number(typed.age) }),
    ...(pregnancy && { pregnancy }),
    ...(isPregnant && week && { week: Number(week) }),
    ...(isPregnant && lastPeriodOn && { lastPeriodOn }),
    ...(medicines && { medicines: [...medicines] }),
    ...(indication.trim() && { indication: indication.trim() }),
    ...(typed.pretestCounselling.trim() && { pretestCounselling: typed.pretestCounselling.trim() }),
    ...(fastedHours && { fastedHours: Number(fastedHours) }),
    ...(intervalsOf && { intervalsOf }),
  }
}

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

type DialogProps = { order: LabOrder; onClose: () => void; onSaved: () => void }

/** What the patient says at the lab: date of birth if the booking has none, and what the tests ask. */
export function ClinicalDialog({ order, onClose, onSaved }: DialogProps) {
  const { clinical, asks, patient, reference } = order
  const today = lagosDate(new Date())
  const [typed, setTyped] = useTypedState(`clinical ${reference} ${clinical.number}`, () =>
    typedOf(order, today),
  )
  const act = useAct()
  const wrong = wrongFields(act.failure)
  const birthWrong = Object.values(typed.birth).some((part) => part !== '')
    ? birthProblem(typed.birth, today)
    : null
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part })
    act.forget()
  }

  function save(): void {
    act.forget()
    if (birthWrong) {
      document.getElementById('clinical-birth-day')?.focus()
      return
    }
    act.run(async () => {
      await saveClinicalRequest(reference, bodyOf(typed, clinical.number))
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
        failure: shownFields.some((field) => field in wrong) ? null : act.failure,
      }}
      failed={{ title: copy.detailsFailed }}
      onDo={save}
    >
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
            error={wrong.bornOn ?? birthWrong}
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
            onText={(age) => change({ age: digits(age), birth: partsFromDate('') })}
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
  typed: Typed
  wrong: Readonly<Record<string, string>>
  onChange: (part: Partial<Typed>) => void
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
