import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { clockTime, longDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { FormPart } from './patient-details.tsx'
import { VisitMoment } from './visit-moment.tsx'

/** The visit's answers in a few words, for the folded part. */
export function visitInWords(draft: BookingDraft): string[] {
  return [
    `${longDay(draft.day)} at ${clockTime(draft.time)}, Nigerian time`,
    `${draft.street}, ${draft.area}`,
    ...(draft.landmark.trim() === '' ? [] : [draft.landmark]),
  ]
}

type VisitDetailsProps = FormPart & { now: Date; fast: number; onContinue: () => void }

/** Where and when the phlebotomist comes. */
export function VisitDetails({ draft, errors, onLeave, now, fast, onContinue }: VisitDetailsProps) {
  return (
    <section aria-labelledby="visit" className="space-y-6">
      <h2 id="visit" tabIndex={-1}>
        Where and when?
      </h2>
      <Field
        id="visit-street"
        label="Street address"
        autoComplete="off"
        maxLength={200}
        value={draft.street}
        error={errors['visit-street']}
        onText={(street) => changeDraft({ street })}
        onBlur={() => onLeave('visit-street')}
      />
      <Field
        id="visit-area"
        label="Area or town"
        hint="For example, Ikeja"
        autoComplete="off"
        maxLength={90}
        value={draft.area}
        error={errors['visit-area']}
        onText={(area) => changeDraft({ area })}
        onBlur={() => onLeave('visit-area')}
      />
      <Field
        id="visit-landmark"
        label="Nearest landmark or bus stop"
        optional
        autoComplete="off"
        maxLength={160}
        value={draft.landmark}
        error={errors['visit-landmark']}
        onText={(landmark) => changeDraft({ landmark })}
      />
      <VisitMoment
        moment={draft}
        onChosen={changeDraft}
        errors={{ day: errors['visit-day'], time: errors['visit-time'] }}
        now={now}
        fast={fast}
      />
      <Button wide onClick={onContinue}>
        Continue
      </Button>
    </section>
  )
}
