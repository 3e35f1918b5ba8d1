import {
  type ClinicalAnswers,
  type ClinicalQuestion,
  fullYears,
  isAskedAboutPregnancy,
  lagosDate,
  medicines,
  type PregnancyAnswer,
} from '@labalaba/contract'
import { useState } from 'react'
import { Checkbox, RadioCard } from '../../components/choices.tsx'
import { MedicineField, type PregnancyTime, PregnancyTimeFields } from '../../components/clinical-fields.tsx'
import { dateFromParts } from '../../components/date-of-birth.ts'
import { GroupFrame } from '../../components/field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/clinical-request.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'

type QuestionsProps = {
  draft: BookingDraft
  /** What the tests of the cart ask; some perhaps twice. */
  asks: readonly ClinicalQuestion[]
  byDoctor: boolean
}

/** What the tests of the cart ask about the patient. Every answer is optional, and only the lab reads it. */
export function ClinicalQuestions({ draft, asks, byDoctor }: QuestionsProps) {
  const { clinical } = draft
  const change = (answers: Partial<ClinicalAnswers>) => changeDraft({ clinical: { ...clinical, ...answers } })
  const asked = medicines.filter((one) => asks.includes(one))
  const asksPregnancy = asks.includes('pregnancy') && mayBePregnant(draft)
  if (!asksPregnancy && asked.length === 0 && !asks.includes('indication') && !byDoctor) return null
  return (
    <div className="rounded-card bg-sand space-y-5 p-4">
      <div>
        <h3>{copy.questionsTitle}</h3>
        <p className="text-small text-muted">{copy.questionsWhy}</p>
      </div>
      {asksPregnancy ? <Pregnancy clinical={clinical} onChange={change} /> : null}
      {asked.length > 0 ? (
        <MedicineField
          id="patient-medicines"
          asked={asked}
          taken={clinical.medicines ?? null}
          onTaken={(taken) => change({ medicines: taken ?? undefined })}
        />
      ) : null}
      {asks.includes('indication') ? (
        <TextArea
          id="patient-indication"
          label={copy.indication}
          hint={copy.indicationHint}
          optional
          rows={2}
          maxLength={300}
          value={clinical.indication ?? ''}
          onText={(indication) => change({ indication: indication.replace(/\s/g, ' ') || undefined })}
        />
      ) : null}
      {byDoctor ? (
        <Checkbox
          checked={clinical.isUrgent ?? false}
          onChecked={(isUrgent) => change({ isUrgent: isUrgent || undefined })}
        >
          {copy.urgent}
        </Checkbox>
      ) : null}
    </div>
  )
}

function mayBePregnant({ gender, birth, despiteSex }: BookingDraft): boolean {
  const born = dateFromParts(birth)
  const age = born === null ? null : fullYears(born, lagosDate(new Date()))
  return despiteSex || (gender !== '' && isAskedAboutPregnancy(gender, age))
}

const pregnancyChoices: readonly { value: PregnancyAnswer; title: string }[] = [
  { value: 'not_pregnant', title: copy.notPregnant },
  { value: 'pregnant', title: copy.pregnant },
  { value: 'not_known', title: copy.pregnancyNotKnown },
]

type PregnancyProps = {
  clinical: ClinicalAnswers
  onChange: (answers: Partial<ClinicalAnswers>) => void
}

function Pregnancy({ clinical, onChange }: PregnancyProps) {
  const [time, setTime] = useState<PregnancyTime>({
    week: clinical.week === undefined ? '' : String(clinical.week),
    lastPeriodOn: clinical.lastPeriodOn ?? '',
  })
  return (
    <>
      <GroupFrame id="patient-pregnancy" label={copy.isPregnant} optional>
        <div className="grid gap-2 sm:grid-cols-3">
          {pregnancyChoices.map(({ value, title }) => (
            <RadioCard
              key={value}
              name="pregnancy"
              value={value}
              title={title}
              checked={clinical.pregnancy === value}
              onChosen={() => {
                setTime({ week: '', lastPeriodOn: '' })
                onChange({ pregnancy: value, week: undefined, lastPeriodOn: undefined })
              }}
            >
              {value === 'not_known' ? copy.pregnancyNotSaid : null}
            </RadioCard>
          ))}
        </div>
      </GroupFrame>
      {clinical.pregnancy === 'pregnant' ? (
        <PregnancyTimeFields
          id="patient"
          time={time}
          onChange={(typed, known) => {
            setTime(typed)
            onChange({ week: undefined, lastPeriodOn: undefined, ...known })
          }}
        />
      ) : null}
    </>
  )
}
