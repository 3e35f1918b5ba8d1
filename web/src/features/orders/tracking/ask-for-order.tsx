import { useState } from 'react'
import { Banner, ErrorSummary, type Problem } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { Card, Tag } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { Form } from '../../../components/form.tsx'
import { InfoIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/tracking.ts'
import type { Act } from '../../../lib/act.ts'
import { ApiFailure, failureWords, isOffline } from '../../../lib/api.ts'
import { fillNodes } from '../../../lib/fill.ts'
import { contactProblem, numberProblem, sampleOrder, type TrackQuery, tidyContact } from './policy.ts'
import { TrackedView } from './tracked-view.tsx'

function Sample() {
  const [now] = useState(() => new Date())
  return (
    <section
      aria-labelledby="sample"
      className="rounded-card border-border bg-sand border-2 border-dashed p-4 md:p-6"
    >
      <Tag tone="warn" icon={<InfoIcon size={16} />}>
        {copy.sampleTag}
      </Tag>
      <h2 id="sample" className="mt-2">
        {copy.sampleTitle}
      </h2>
      <p className="text-muted mt-1 mb-6">{copy.sampleHint}</p>
      <TrackedView order={sampleOrder(now)} level="h3" />
    </section>
  )
}

export type AskForOrderProps = {
  number: string
  act: Act
  linkEnded: boolean
  onAsk: (query: TrackQuery) => void
}

/** The form, next to an example of what it shows. */
export function AskForOrder({ number, act, linkEnded, onAsk }: AskForOrderProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="lg:sticky lg:top-24">
        <h1>{copy.title}</h1>
        <p className="max-w-words text-muted mt-2 mb-6">{copy.intro}</p>
        {linkEnded ? (
          <div className="mb-6">
            <Banner tone="warn" announce title={copy.linkEndedTitle}>
              <p>{copy.linkEnded}</p>
            </Banner>
          </div>
        ) : null}
        <Card>
          <TrackForm
            key={number}
            number={number}
            working={act.working}
            failure={linkEnded ? null : act.failure}
            onAsk={onAsk}
          />
        </Card>
      </div>
      <Sample />
    </div>
  )
}

/** Why the order is not shown. The words do not reveal whether the phone or the number was wrong. */
function NotShown({ failure }: { failure: unknown }) {
  if (!failure) return null
  const many = failure instanceof ApiFailure && failure.code === 'too_many'
  return (
    <ErrorSummary problems={[]}>
      {many ? (
        <div className="mt-1 space-y-2">
          <p>{copy.tooMany}</p>
          <p>{fillNodes(copy.tooManyMeanwhile, { login: <Link to="/orders">{copy.tooManyLogin}</Link> })}</p>
        </div>
      ) : (
        <p className="mt-1">{isOffline(failure) ? copy.unreached : failureWords(failure)}</p>
      )}
    </ErrorSummary>
  )
}

type TrackFormProps = {
  /** A known order id; then only the patient's phone or email is requested. */
  number: string
  working: boolean
  failure: unknown
  onAsk: (query: { reference: string; contact: string }) => void
}

/** Asks for the order id and the patient's phone or email. */
function TrackForm({ number, working, failure, onAsk }: TrackFormProps) {
  const [reference, setReference] = useState(number)
  const [contact, setContact] = useState('')
  const [left, setLeft] = useState({ reference: false, contact: false })
  const [refused, setRefused] = useState<{ tries: number; problems: Problem[] }>({ tries: 0, problems: [] })
  const wrong = { reference: numberProblem(reference), contact: contactProblem(contact) }
  const stillRefused = refused.problems.length > 0 && (wrong.reference !== null || wrong.contact !== null)

  function submit(): void {
    const problems = [
      { id: 'track-number', words: wrong.reference ?? '' },
      { id: 'track-contact', words: wrong.contact ?? '' },
    ].filter(({ words }) => words !== '')
    setLeft({ reference: true, contact: true })
    setRefused({ tries: refused.tries + 1, problems })
    if (problems.length === 0) onAsk({ reference: reference.trim(), contact: contact.trim() })
  }

  return (
    <Form className="space-y-6" onSubmit={submit}>
      {stillRefused ? (
        <ErrorSummary key={refused.tries} problems={refused.problems} />
      ) : (
        <NotShown failure={failure} />
      )}
      <Field
        id="track-number"
        label={copy.orderId}
        hint={copy.orderIdHint}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        value={reference}
        error={left.reference ? wrong.reference : null}
        onText={setReference}
        onBlur={() => setLeft((before) => ({ ...before, reference: reference !== '' }))}
      />
      <Field
        id="track-contact"
        label={copy.contact}
        hint={number === '' ? copy.contactHint : copy.contactHintAgain}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        value={contact}
        error={left.contact ? wrong.contact : null}
        onText={setContact}
        onBlur={() => {
          setContact(tidyContact(contact))
          setLeft((before) => ({ ...before, contact: contact !== '' }))
        }}
      />
      <Button type="submit" look="primary" wide working={working} workingText={copy.looking}>
        {copy.submit}
      </Button>
    </Form>
  )
}
