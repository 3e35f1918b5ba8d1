import { type ConsentKind, lagosDate, type Profile } from '@labalaba/contract'
import { useState } from 'react'
import type { BookingDraft } from '../../lib/draft.ts'
import type { Problem } from '../../ui/banner.tsx'
import { FoldedAnswers } from './folded-answers.tsx'
import { PatientDetails, patientInWords } from './patient-details.tsx'
import { type CartField, type CartProblems, patientProblems, visitProblems } from './policy.ts'
import type { Asked } from './slots.ts'
import { VisitDetails, visitInWords } from './visit-details.tsx'

type Part = 'patient' | 'visit'

function inOrder(problems: CartProblems): Problem[] {
  return Object.entries(problems).map(([id, words]) => ({ id, words }))
}

/** Reads on at a part of the form, once it is on the screen. */
function goTo(...ids: string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'start' })
  })
}

type Folded = Record<Part, boolean>

/** Which parts are folded: at first those that are done when the answers are ready. */
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
 * What is wrong with the answers, and which parts of the form are folded. A part that is complete when the answers are
 * `ready` starts folded; a field is judged when it is left, a whole part when somebody wants to go on.
 */
export function useCartAnswers(
  draft: BookingDraft,
  home: boolean,
  now: Date,
  ready: boolean,
  needed: ConsentKind | null,
) {
  const wrong: Record<Part, CartProblems> = {
    patient: patientProblems(draft, lagosDate(now), needed),
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
    /** The errors to show now: what was judged and is still wrong, and what the server has just refused. */
    errors: { ...only(all, judged), ...(refused?.draft === draft ? refused.fields : {}) },
    /** Judges a field that was left. An empty one is left alone: somebody may be coming back to it. */
    leave(field: CartField) {
      if (all[field] && !isEmpty(draft, field)) setJudged((before) => [...before, field])
    },
    /** Folds a part that is done and goes on to the next; shows what is wrong with one that is not. */
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
    /** Every problem of every part, shown from now on. Empty when the answers can be sent. */
    judgeAll(): Problem[] {
      judge(all)
      setFolded({ patient: folded.patient && isDone('patient'), visit: folded.visit && isDone('visit') })
      return inOrder(all)
    },
    /** Shows what the server refused until something is changed. */
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
  /** What the home visit is for. */
  asked: Asked & { readonly labState?: string | undefined }
  /** What has to be agreed to for the patient. */
  needed: ConsentKind | null
}

/** Who the patient is and, for a home visit, where and when. What is done folds into a few lines. */
export function CartAnswers({ draft, answers, profile, home, asked, needed }: CartAnswersProps) {
  const part = { draft, errors: answers.errors, onLeave: answers.leave }
  return (
    <>
      {answers.folded.patient ? (
        <FoldedAnswers
          title="The patient"
          lines={patientInWords(draft)}
          onChange={() => answers.reopen('patient')}
        />
      ) : (
        <PatientDetails
          {...part}
          profile={profile}
          home={home}
          needed={needed}
          onContinue={() => answers.finish('patient')}
        />
      )}
      {home && answers.folded.visit ? (
        <FoldedAnswers
          title="The home visit"
          lines={visitInWords(draft)}
          onChange={() => answers.reopen('visit')}
        />
      ) : null}
      {home && !answers.folded.visit ? (
        <VisitDetails {...part} asked={asked} onContinue={() => answers.finish('visit')} />
      ) : null}
    </>
  )
}
