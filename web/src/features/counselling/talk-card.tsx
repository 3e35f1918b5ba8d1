import type { OrderCounselling, ToCounsel } from '@labalaba/contract'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { CheckCircleIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/counselling.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useLeaveWarning, useTypedNote } from '../../lib/typed-state.ts'
import { noteTalk, useCounselling } from './queries.ts'

type CardProps = { reference: string; patientName: string }

/** On a doctor's order: the tests to discuss with the patient before the results are released. Nothing without any. */
export function TalkCard({ reference, patientName }: CardProps) {
  const query = useCounselling(reference)
  const counselling = query.data?.data
  if (!counselling || counselling.tests.length === 0) return null
  return (
    <Counselling
      {...{ reference, patientName, counselling }}
      onNoted={async () => {
        await query.refetch()
      }}
    />
  )
}

type CounsellingProps = CardProps & { counselling: OrderCounselling; onNoted: () => Promise<void> }

function Counselling({ reference, patientName, counselling, onNoted }: CounsellingProps) {
  const { agreed, isOpen, tests } = counselling
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A doctor who comes from the list of waiting talks sees it first.
    if (location.hash === '#talk') heading.current?.scrollIntoView()
  }, [])
  return (
    <Card as="section" labelledBy="talk">
      <h2 id="talk" ref={heading} tabIndex={-1} className="heading-small scroll-mt-20">
        {copy.talkTitle}
      </h2>
      <p className="mt-1">{plural(copy.talkWhy, tests.length, { patient: patientName })}</p>
      <ul className="divide-hair mt-4 divide-y">
        {tests.map((test) => (
          <li key={`${test.position} ${test.test}`} className="py-4 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b className="wrap-anywhere">{test.name}</b>
              <Tag>{test.because}</Tag>
            </p>
            {test.noted ? (
              <Noted at={test.noted.at} note={test.noted.note} />
            ) : test.isOut ? (
              <p className="text-muted mt-1">{copy.talkResultOut}</p>
            ) : agreed && isOpen ? (
              <NoteForm
                {...{ reference, test }}
                onNoted={async () => {
                  await onNoted()
                  // The focused element is gone.
                  heading.current?.focus({ preventScroll: true })
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {agreed ? null : (
        <p className="text-muted mt-4">
          {fill(copy.talkNeedsConsent, { patient: patientName })}{' '}
          <Link to="/portal/doctor/patients">{copy.talkPatients}</Link>
        </p>
      )}
    </Card>
  )
}

function Noted({ at, note }: { at: string; note: string }) {
  return (
    <>
      <p className="text-leaf mt-2 flex items-center gap-2 font-semibold">
        <CheckCircleIcon />
        <span>{fill(copy.talkNoted, { when: dayAndTime(at) })}</span>
      </p>
      <p className="mt-1 wrap-anywhere">“{note}”</p>
    </>
  )
}

type FormProps = { reference: string; test: ToCounsel; onNoted: () => Promise<void> }

function NoteForm({ reference, test, onNoted }: FormProps) {
  const id = `talk-${test.position}-${test.test}`
  const [note, setNote] = useTypedNote(`talk of ${reference} ${id}`)
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const words = note.replace(/\s+/g, ' ').trim()
  const isMissing = words.length < 3
  useLeaveWarning(words !== '')

  function save(): void {
    setLooked(true)
    if (isMissing) {
      document.getElementById(id)?.focus()
      return
    }
    act.run(async () => {
      await noteTalk(reference, test, words)
      setNote('')
      toast.success(copy.noteDone)
      await onNoted()
    })
  }

  return (
    <div className="mt-3 space-y-3">
      <NotDone failure={act.failure} title={copy.noteFailed} />
      <TextArea
        id={id}
        label={copy.noteLabel}
        hint={copy.noteHint}
        rows={3}
        maxLength={300}
        value={note}
        onText={setNote}
        error={looked && isMissing ? copy.noteMissing : null}
      />
      <Button wide working={act.working} workingText={shared.saving} onClick={save}>
        {copy.noteSave}
        <span className="sr-only">, {test.name}</span>
      </Button>
    </div>
  )
}
