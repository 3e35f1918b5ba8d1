import { formatPhone, type LicenceAct, type ReviewedLicence, readLicencePdf } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/licences.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { saveFile } from '../../lib/save-file.ts'
import { actsFor } from './policy.ts'

const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }))
const DocumentDialog = lazy(async () => ({ default: (await import('./document-dialog.tsx')).DocumentDialog }))

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'

const stateWords = {
  submitted: { words: copy.tabWaiting, tone: 'info' },
  asked: { words: copy.stateAsked, tone: 'warn' },
  accepted: { words: copy.stateAccepted, tone: 'ok' },
  suspended: { words: copy.stateSuspended, tone: 'error' },
  refused: { words: copy.stateRefused, tone: 'error' },
  expired: { words: copy.stateExpired, tone: 'warn' },
  replaced: { words: copy.stateReplaced, tone: 'info' },
  withdrawn: { words: copy.stateWithdrawn, tone: 'warn' },
} as const

const buttonWords: Readonly<Record<LicenceAct, string>> = {
  accept: copy.accept,
  ask: copy.ask,
  refuse: copy.refuse,
  suspend: copy.suspend,
  restore: copy.restoreShort,
}

type ListProps = { licences: readonly ReviewedLicence[]; isTurning: boolean; onDone: () => void }

/** Licences of doctors, each with its document and the operator's possible acts. */
export function ReviewList({ licences, isTurning, onDone }: ListProps) {
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {licences.map((licence) => (
        <Review key={licence.id} licence={licence} onDone={onDone} />
      ))}
    </ul>
  )
}

function Review({ licence, onDone }: { licence: ReviewedLicence; onDone: () => void }) {
  const { doctor, folioNumber, year, state, note, submittedAt, decidedAt, folioTaken } = licence
  const { words, tone } = stateWords[state]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <h2 className="font-body text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {doctor.name} <Tag tone={tone}>{words}</Tag>
          {folioTaken ? <Tag tone="error">{copy.folioInUse}</Tag> : null}
        </h2>
        <p>
          {folioNumber}, {year}
        </p>
        <p className="text-muted">
          <Breakable text={doctor.email} /> · {formatPhone(doctor.phone)}
        </p>
        <p className="text-small text-muted">
          {decidedAt
            ? fill(copy.sentAndDecided, { sent: dayAndTime(submittedAt), decided: dayAndTime(decidedAt) })
            : fill(copy.sentAt, { sent: dayAndTime(submittedAt) })}
        </p>
        {note ? <p className="text-small">“{note}”</p> : null}
      </div>
      <Acts licence={licence} onDone={onDone} />
    </li>
  )
}

function Acts({ licence, onDone }: { licence: ReviewedLicence; onDone: () => void }) {
  const [asked, setAsked] = useState<LicenceAct | 'look' | null>(null)
  const saving = useAct()
  const close = () => setAsked(null)
  const whose = <span className="sr-only">, {licence.doctor.name}</span>
  const open = () =>
    licence.document === 'image/jpeg'
      ? setAsked('look')
      : saving.run(() => passwordFirst(() => saveFile(readLicencePdf, { id: licence.id })))
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2 lg:justify-end">
        {licence.document ? (
          <Button onClick={open} working={saving.working} workingText={copy.documentLoading}>
            {licence.document === 'image/jpeg' ? copy.seePhoto : copy.savePdf}
            {whose}
          </Button>
        ) : null}
        {actsFor(licence).map((act) => (
          <Button key={act} look={act === 'accept' ? 'primary' : 'quiet'} onClick={() => setAsked(act)}>
            {buttonWords[act]}
            {whose}
          </Button>
        ))}
      </div>
      <NotDone failure={saving.failure} title={copy.pdfNotSaved} />
      <Suspense>
        {asked === 'look' ? (
          <DocumentDialog licence={licence} onClose={close} />
        ) : asked ? (
          <DecideDialog
            act={asked}
            licence={licence}
            onClose={close}
            onDone={() => {
              close()
              onDone()
            }}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

/** Placeholder rows of the size of licences. */
export function LicencesWaiting() {
  return (
    <div className={box}>
      {['a', 'b', 'c'].map((place) => (
        <div key={place} className="space-y-2 px-4 py-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      ))}
    </div>
  )
}
