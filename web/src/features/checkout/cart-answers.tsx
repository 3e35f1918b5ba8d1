import { type ClinicalQuestion, type ConsentKind, lagosDate, type Profile } from '@labalaba/contract'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import type { Problem } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { OfflineIcon } from '../../components/first-icons.tsx'
import { CheckCircleIcon, PencilIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import type { BookingDraft } from '../../lib/draft.ts'
import { type DraftStatus, draftStatus, onDraftStatus, syncDraft } from '../../lib/draft-sync.ts'
import { useDelayed, useOnline } from '../../lib/hooks.ts'
import { PatientDetails, patientInWords } from './patient-details.tsx'
import {
  type BookingNeeds,
  type CartField,
  type CartProblems,
  patientProblems,
  visitProblems,
} from './policy.ts'
import type { SlotQuery } from './slots.ts'
import { VisitDetails, visitInWords } from './visit-details.tsx'

type Part = 'patient' | 'visit'

function inOrder(problems: CartProblems): Problem[] {
  return Object.entries(problems).map(([id, words]) => ({ id, words }))
}

/** Moves the focus to a part of the form once it is on the screen. */
function goTo(...ids: string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'start' })
  })
}

type Folded = Record<Part, boolean>

/** The folded parts. Parts that are complete when the answers are ready start folded. */
function useFolding(done: Folded, ready: boolean) {
  const [folded, setFolded] = useState(done)
  const [begun, setBegun] = useState(ready)
  if (ready && !begun) {
    setBegun(true)
    setFolded(done)
  }
  return [folded, setFolded] as const
}

/**
 * The errors of the answers, and which parts of the form are folded. A part that is complete when the answers are `ready`
 * starts folded. A field is validated when the user leaves it, a whole part when they continue.
 */
export function useCartAnswers(
  draft: BookingDraft,
  home: boolean,
  now: Date,
  ready: boolean,
  needs: BookingNeeds,
) {
  const wrong: Record<Part, CartProblems> = {
    patient: patientProblems(draft, lagosDate(now), needs),
    visit: home ? visitProblems(draft, now) : {},
  }
  const isDone = (part: Part) => Object.keys(wrong[part]).length === 0
  const [folded, setFolded] = useFolding(
    { patient: isDone('patient'), visit: home && isDone('visit') },
    ready,
  )
  const [judged, setJudged] = useState<readonly CartField[]>([])
  const [refused, setRefused] = useState<{ fields: CartProblems; draft: BookingDraft } | null>(null)

  const all: CartProblems = { ...wrong.patient, ...wrong.visit }
  const judge = (fields: CartProblems) => setJudged((before) => [...before, ...fieldsOf(fields)])
  return {
    folded,
    /** The errors to show now: validated fields that are still wrong, and fields that the server has just refused. */
    errors: { ...only(all, judged), ...(refused?.draft === draft ? refused.fields : {}) },
    /** Validates a field that the user left. An empty one is skipped: the user may come back to it. */
    leave(field: CartField) {
      if (all[field] && !isEmpty(draft, field)) setJudged((before) => [...before, field])
    },
    /** Folds a complete part and moves to the next; shows the errors of an incomplete one. */
    finish(part: Part) {
      judge(wrong[part])
      const [first] = inOrder(wrong[part])
      if (first) return goTo(`${first.id}-day`, first.id)
      setFolded({ ...folded, [part]: true })
      goTo(...(part === 'patient' && home ? ['visit', 'payment'] : ['payment']))
    },
    reopen(part: Part) {
      setFolded({ ...folded, [part]: false })
      goTo(part)
    },
    /** Returns the errors of all parts, and shows them from now on. Empty if the answers can be sent. */
    judgeAll(): Problem[] {
      judge(all)
      setFolded({ patient: folded.patient && isDone('patient'), visit: folded.visit && isDone('visit') })
      return inOrder(all)
    },
    /** Shows the fields that the server refused until the draft changes. */
    refuse(fields: CartProblems): Problem[] {
      setRefused({ fields, draft })
      if (fieldsOf(fields).length > 0) setFolded({ patient: false, visit: false })
      return inOrder(fields)
    },
  }
}

function only(problems: CartProblems, fields: readonly CartField[]): CartProblems {
  return Object.fromEntries(Object.entries(problems).filter(([id]) => fields.some((field) => field === id)))
}

function fieldsOf(problems: CartProblems): CartField[] {
  return (Object.keys(problems) as CartField[]).filter((field) => problems[field] !== undefined)
}

function isEmpty(draft: BookingDraft, field: CartField): boolean {
  const typed: Partial<Record<CartField, string>> = {
    'patient-name': draft.name,
    'patient-email': draft.email,
    'patient-phone': draft.phone,
    'visit-street': draft.street,
    'visit-area': draft.area,
  }
  return typed[field]?.trim() === ''
}

type CartAnswersProps = {
  draft: BookingDraft
  answers: ReturnType<typeof useCartAnswers>
  profile: Profile | null
  home: boolean
  /** The lab, location and tests of the home visit. */
  slotQuery: SlotQuery & { readonly labState?: string | undefined }
  /** The kind of consent that the patient needs. */
  needed: ConsentKind | null
  /** The tests that are usually for the other sex. */
  others: readonly string[]
  /** What the tests ask about the patient. */
  asks: readonly ClinicalQuestion[]
}

/** Who the patient is and, for a home visit, where and when. Complete parts fold into a few lines. */
export function CartAnswers({
  draft,
  answers,
  profile,
  home,
  slotQuery,
  needed,
  others,
  asks,
}: CartAnswersProps) {
  const part = { draft, errors: answers.errors, onLeave: answers.leave }
  return (
    <>
      {answers.folded.patient ? (
        <FoldedAnswers
          title={copy.partPatient}
          lines={patientInWords(draft)}
          onChange={() => answers.reopen('patient')}
        />
      ) : (
        <PatientDetails
          {...part}
          profile={profile}
          home={home}
          needed={needed}
          others={others}
          asks={asks}
          onContinue={() => answers.finish('patient')}
        />
      )}
      {home && answers.folded.visit ? (
        <FoldedAnswers
          title={copy.partVisit}
          lines={visitInWords(draft)}
          onChange={() => answers.reopen('visit')}
        />
      ) : null}
      {home && !answers.folded.visit ? (
        <VisitDetails {...part} slotQuery={slotQuery} onContinue={() => answers.finish('visit')} />
      ) : null}
    </>
  )
}

type FoldedAnswersProps = {
  title: string
  /** The answers, one per line. */
  lines: readonly string[]
  onChange: () => void
}

/** A complete part of the form in a few lines, with a button to change it. */
function FoldedAnswers({ title, lines, onChange }: FoldedAnswersProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border-hair bg-card shadow-soft border p-4 md:p-6">
      <div className="flex items-center gap-3">
        <CheckCircleIcon size={24} className="text-leaf" />
        <h2 id={id} tabIndex={-1} className="heading-small min-w-0 flex-1">
          {title}
        </h2>
        <button
          type="button"
          onClick={onChange}
          className="text-input text-indigo rounded-button hover:bg-indigo-tint -my-2 -mr-2 inline-flex min-h-12 shrink-0 items-center gap-1.5 px-2 font-semibold underline underline-offset-3"
        >
          <PencilIcon size={16} />
          {shared.change}
          <span className="sr-only"> {title.toLowerCase()}</span>
        </button>
      </div>
      <div className="mt-2 sm:pl-9">
        {lines.map((line) => (
          <p key={line} className="text-muted">
            <Breakable text={line} />
          </p>
        ))}
      </div>
    </section>
  )
}

/** How long the form waits for the data shown above it, in milliseconds. */
const patience = 4000

/**
 * Saves the answers on the server while the page is open. `ready` is true once the saved draft is loaded and nothing else
 * `isAwaited`, so that everything appears together without layout shifts; or after `patience`.
 */
export function useSavedDraft(isAwaited: boolean): { ready: boolean; status: DraftStatus } {
  const status = useSyncExternalStore(onDraftStatus, draftStatus, () => 'reading' as const)
  const [waited, setWaited] = useState(false)
  useEffect(syncDraft, [])
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return { ready: waited || (status !== 'reading' && !isAwaited), status }
}

/** Shows unobtrusively that the answers are saved. Its space is reserved, so that nothing moves. */
export function DraftHint({ status }: { status: DraftStatus }) {
  const online = useOnline()
  const failing = useDelayed(status === 'failing', 2000, 2000)
  return (
    <p className="text-small text-muted flex min-h-6 items-center gap-2" data-draft={status}>
      {failing ? (
        <>
          <OfflineIcon size={16} />
          {online ? copy.draftRetrying : copy.draftWaitsForNetwork}
        </>
      ) : status === 'saved' ? (
        <>
          <CheckCircleIcon size={16} className="text-leaf" />
          {copy.draftSaved}
        </>
      ) : null}
    </p>
  )
}
