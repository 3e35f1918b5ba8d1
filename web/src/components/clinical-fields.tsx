import { lagosDate, lastPregnancyWeek, type Medicine } from '@labalaba/contract'
import * as copy from '../copy/clinical-request.ts'
import { Checkbox } from './choices.tsx'
import { Field, GroupFrame } from './field.tsx'

/** The typed week of a pregnancy, or the first day of the last period; one of them is empty. */
export type PregnancyTime = { week: string; lastPeriodOn: string }

type PregnancyTimeProps = {
  /** The ids of the fields begin with it. */
  id: string
  time: PregnancyTime
  /** `known` is what was typed, if it can be true; nothing otherwise. */
  onChange: (typed: PregnancyTime, known: { week?: number; lastPeriodOn?: string }) => void
  /** Why the server refused them. */
  refused?: string | undefined
}

/** How far a pregnancy is: its week, or the last period. Says at once if that cannot be. */
export function PregnancyTimeFields({ id, time, onChange, refused }: PregnancyTimeProps) {
  const today = lagosDate(new Date())
  const earliest = lagosDate(new Date(Date.now() - lastPregnancyWeek * 7 * 24 * 3_600_000))
  const isWeek = (week: string) => Number(week) >= 1 && Number(week) <= lastPregnancyWeek
  const isDay = (day: string) => day >= earliest && day <= today
  const wrongWeek = time.week !== '' && !isWeek(time.week) ? copy.weekWrong : refused
  const wrongDay = time.lastPeriodOn !== '' && !isDay(time.lastPeriodOn) ? copy.lastPeriodWrong : undefined
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id={`${id}-week`}
        label={copy.week}
        hint={copy.weekHint}
        optional
        inputMode="numeric"
        maxLength={2}
        value={time.week}
        error={wrongWeek}
        onText={(text) => {
          const week = text.replace(/\D/g, '')
          onChange({ week, lastPeriodOn: '' }, isWeek(week) ? { week: Number(week) } : {})
        }}
      />
      <Field
        id={`${id}-last-period`}
        label={copy.lastPeriod}
        hint={copy.lastPeriodHint}
        optional
        type="date"
        min={earliest}
        max={today}
        value={time.lastPeriodOn}
        error={wrongDay}
        onText={(lastPeriodOn) =>
          onChange({ week: '', lastPeriodOn }, isDay(lastPeriodOn) ? { lastPeriodOn } : {})
        }
      />
    </div>
  )
}

type MedicineFieldProps = {
  id: string
  asked: readonly Medicine[]
  /** Null if the question is not answered; empty for none of them. */
  taken: readonly Medicine[] | null
  onTaken: (taken: Medicine[] | null) => void
}

/** Which of some medicines the patient takes. */
export function MedicineField({ id, asked, taken, onTaken }: MedicineFieldProps) {
  function take(one: Medicine, takes: boolean): void {
    const others = (taken ?? []).filter((other) => other !== one)
    const now = takes ? [...others, one] : others
    onTaken(now.length > 0 ? now : null)
  }
  return (
    <GroupFrame id={id} label={copy.takesMedicines} optional>
      {asked.map((one) => (
        <Checkbox key={one} checked={taken?.includes(one) ?? false} onChecked={(takes) => take(one, takes)}>
          {copy.medicines[one]}
        </Checkbox>
      ))}
      <Checkbox checked={taken?.length === 0} onChecked={(none) => onTaken(none ? [] : null)}>
        {copy.noMedicine}
      </Checkbox>
    </GroupFrame>
  )
}
