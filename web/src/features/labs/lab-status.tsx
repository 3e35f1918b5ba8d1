import type { LabItem } from '@labalaba/contract'
import { Facts } from '../../components/card.tsx'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { ShieldIcon, WarningIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { accreditationWords, registrationOf, statusOf } from './policy.ts'

type LabStatusProps = {
  verification: LabItem['verification']
  /** Shows the registration number too. */
  numbered?: boolean
  /** In the small type of a dense card, at every width. */
  dense?: boolean
}

/** The basis of "verified", in two lines: the registration, and until when. */
export function LabStatus({ verification, numbered = false, dense = false }: LabStatusProps) {
  const status = statusOf(verification)
  const mark = dense ? 'mt-px' : 'mt-px md:mt-0.5'
  return (
    <span className={`flex items-start gap-2 ${dense ? 'text-[0.875rem] leading-5' : 'text-small'}`}>
      {status.good ? (
        <ShieldIcon className={`text-leaf ${mark}`} />
      ) : (
        <WarningIcon className={`text-error ${mark}`} />
      )}
      <span className="min-w-0">
        <span className={`block font-semibold ${status.good ? 'text-leaf' : 'text-error'}`}>
          {status.words}
        </span>
        <span className="text-muted block">
          {numbered ? (
            <>
              <span className="max-sm:block">{verification.registrationNumber}</span>
              <span className="max-sm:hidden"> · </span>
            </>
          ) : null}
          {status.until}
        </span>
      </span>
    </span>
  )
}

type LabStatusFactsProps = { verification: LabItem['verification']; about: string }

/** The details: registration number, expiry, quality checks, accreditation, and the lab's own description. */
export function LabStatusFacts({ verification, about }: LabStatusFactsProps) {
  return (
    <details className="group">
      <summary className="text-small text-indigo rounded-field -mx-2 inline-flex min-h-12 list-none items-center gap-1 px-2 font-semibold underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        {copy.checksTitle}
        <ChevronDownIcon className="group-open:rotate-180" />
      </summary>
      <div className="rounded-button bg-paper border-hair max-w-words text-small mb-2 border px-4 py-2">
        <Facts
          lines={[
            {
              label: copy.factRegistration,
              value: fill(copy.registrationWith, {
                registration: registrationOf(verification.accreditation),
              }),
            },
            { label: copy.factNumber, value: verification.registrationNumber },
            {
              label: verification.bookable ? copy.factValidTo : copy.factExpired,
              value: plainDay(verification.registrationExpiresOn),
            },
            {
              label: copy.factQuality,
              value: verification.qualityAssessment || copy.noScheme,
            },
            { label: copy.factIso, value: accreditationWords(verification) },
          ]}
        />
        {about ? <p className="border-hair border-t py-3">{about}</p> : null}
      </div>
    </details>
  )
}
