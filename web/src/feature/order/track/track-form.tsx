import { useState } from 'react'
import { ApiFailure, failureWords, isOffline } from '../../../lib/api.ts'
import { ErrorSummary, type Problem } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { contactProblem, numberProblem, tidyContact } from './policy.ts'

/** Why the order is not shown. The words do not reveal whether the phone or the number was wrong. */
function NotShown({ failure }: { failure: unknown }) {
  if (!failure) return null
  const many = failure instanceof ApiFailure && failure.code === 'too_many'
  return (
    <ErrorSummary problems={[]}>
      {many ? (
        <div className="mt-1 space-y-2">
          <p>
            There were too many tries in a short time. To keep orders private, we ask you to wait 15 minutes.
          </p>
          <p>
            Meanwhile the link “Follow your order” in our mail works, and so does{' '}
            <Link to="/orders">signing in</Link>.
          </p>
        </div>
      ) : (
        <p className="mt-1">
          {isOffline(failure)
            ? 'We could not reach the server. Check your network and try again. What you typed is still here.'
            : failureWords(failure)}
        </p>
      )}
    </ErrorSummary>
  )
}

type TrackFormProps = {
  /** A known order id; then only the patient's phone or email is requested. */
  number: string
  working: boolean
  failure: unknown
  onAsk: (asked: { reference: string; contact: string }) => void
}

/** Asks for the order id and the patient's phone or email. */
export function TrackForm({ number, working, failure, onAsk }: TrackFormProps) {
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
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {stillRefused ? (
        <ErrorSummary key={refused.tries} problems={refused.problems} />
      ) : (
        <NotShown failure={failure} />
      )}
      <Field
        id="track-number"
        label="Order id"
        hint="It starts with LB. Find it in our email. Capitals, spaces and dashes do not matter."
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
        label="The patient’s phone or email"
        hint={
          number === ''
            ? 'As given when the test was booked'
            : 'We ask each time, so that nobody else sees the order'
        }
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
      <Button type="submit" look="primary" wide working={working} workingText="Looking">
        Track order
      </Button>
    </form>
  )
}
