import { formatVisitTime, listKnownAreas } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, Frame, inputClass } from '../../components/field.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { call, failureWords } from '../../lib/api.ts'
import { type BookingDraft, changeDraft } from '../../lib/draft.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
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
  slotQuery: SlotQuery & { readonly labState?: string | undefined }
  onContinue: () => void
}

/** Where and when the phlebotomist comes. */
export function VisitDetails({ draft, errors, onLeave, slotQuery, onContinue }: VisitDetailsProps) {
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
        first={slotQuery.labState}
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
          slotQuery={{ ...slotQuery, place: placeIn(draft.area) }}
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

type AreaFieldProps = {
  /** "Uyo, Akwa Ibom", or free text from before areas were chosen from a list. */
  value: string
  /** The state of the lab; its areas are listed first. */
  first: string | undefined
  error: string | undefined
  onChosen: (area: string) => void
  onLeave: () => void
}

/** Chooses the patient's area from the known ones; the area decides which phlebotomists can be sent. */
function AreaField({ value, first, error, onChosen, onLeave }: AreaFieldProps) {
  const query = useQuery({
    queryKey: ['known-areas'],
    queryFn: ({ signal }) => call(listKnownAreas, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const found = query.data?.data
  const states = [...(found ?? [])].sort(
    (one, other) => Number(other.state === first) - Number(one.state === first),
  )
  const isKnown = states.some(({ state, areas }) => areas.some((area) => `${area}, ${state}` === value))
  const isStray = found !== undefined && value !== '' && !isKnown
  useEffect(() => {
    // Clears free text from an old draft and areas no longer listed, because no phlebotomist can be sent there.
    if (isStray) onChosen('')
  }, [isStray, onChosen])
  return (
    <div className="space-y-2">
      <Frame id="visit-area" label={copy.areaLabel} hint={copy.areaHint} error={error}>
        {(wiring) => (
          <div className="relative">
            <select
              {...wiring}
              value={isKnown || !found ? value : ''}
              onChange={(event) => onChosen(event.target.value)}
              onBlur={onLeave}
              className={`${inputClass(Boolean(error))} w-full appearance-none truncate pr-11`}
            >
              <option value="">{found || query.isError ? copy.areaChoose : shared.oneMoment}</option>
              {found || value === '' ? null : <option value={value}>{value}</option>}
              {states.map(({ state, areas }) => (
                <optgroup key={state} label={state}>
                  {areas.map((area) => (
                    <option key={area} value={`${area}, ${state}`}>
                      {area}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
          </div>
        )}
      </Frame>
      {query.isError && !found ? (
        <div className="space-y-2" role="alert">
          <p>{fill(copy.areasFailed, { reason: failureWords(query.error) })}</p>
          <Button onClick={() => void query.refetch()}>
            <RefreshIcon />
            {shared.tryAgain}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
