import { formatVisitTime } from '@labalaba/contract'
import { lazy, Suspense } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { AreaField } from './area-field.tsx'
import type { FormPart } from './patient-details.tsx'
import { placeIn } from './policy.ts'
import { SlotBlocks } from './slot-blocks.tsx'
import type { SlotQuery } from './slots.ts'

const VisitMoment = lazy(async () => ({ default: (await import('./visit-moment.tsx')).VisitMoment }))

/** The visit's answers in a few words, for the folded part. */
export function visitInWords(draft: BookingDraft): string[] {
  return [
    fill(copy.visitTime, { day: longDay(draft.day), time: formatVisitTime(draft.time) }),
    `${draft.street}, ${draft.area}`,
    ...(draft.landmark.trim() === '' ? [] : [draft.landmark]),
  ]
}

/** The phlebotomists of another area have other hours, so the time must be chosen again. */
function chooseArea(area: string): void {
  changeDraft({ area, time: '' })
}

type VisitDetailsProps = FormPart & {
  asked: SlotQuery & { readonly labState?: string | undefined }
  onContinue: () => void
}

/** Where and when the phlebotomist comes. */
export function VisitDetails({ draft, errors, onLeave, asked, onContinue }: VisitDetailsProps) {
  return (
    <section aria-labelledby="visit" className="space-y-6">
      <h2 id="visit" tabIndex={-1}>
        {copy.visitTitle}
      </h2>
      <Field
        id="visit-street"
        label={copy.streetLabel}
        autoComplete="off"
        maxLength={200}
        value={draft.street}
        error={errors['visit-street']}
        onText={(street) => changeDraft({ street })}
        onBlur={() => onLeave('visit-street')}
      />
      <AreaField
        value={draft.area}
        first={asked.labState}
        error={errors['visit-area']}
        onChosen={chooseArea}
        onLeave={() => onLeave('visit-area')}
      />
      <Field
        id="visit-landmark"
        label={copy.landmarkLabel}
        optional
        autoComplete="off"
        maxLength={160}
        value={draft.landmark}
        error={errors['visit-landmark']}
        onText={(landmark) => changeDraft({ landmark })}
      />
      <Suspense fallback={<SlotBlocks />}>
        <VisitMoment
          asked={{ ...asked, place: placeIn(draft.area) }}
          moment={draft}
          onChosen={changeDraft}
          errors={{ day: errors['visit-day'], time: errors['visit-time'] }}
          instead={
            <div className="pt-2">
              <Button onClick={() => changeDraft({ mode: 'walkin' })}>{copy.walkInInstead}</Button>
            </div>
          }
        />
      </Suspense>
      <Button wide onClick={onContinue}>
        {shared.next}
      </Button>
    </section>
  )
}
