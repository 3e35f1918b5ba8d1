import type { SharedResults } from '@labalaba/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import padlock from '../../components/art/padlock.svg'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { CodeInput } from '../../components/code-input.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/sharing.ts'
import { SharedResultList } from '../../features/results/own-results.tsx'
import {
  isDeadLink,
  openWith,
  saveShared,
  saveSharedAttachment,
  useShare,
} from '../../features/sharing/queries.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure, failureWords } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'

type Opened = { results: SharedResults; passcode: string }

/** Results that their owner shares by a link, for readers with its passcode. They need no account. */
export function SharedPage() {
  useTitle(copy.sharedTitle)
  const { token = '' } = useParams()
  const query = useShare(token)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [ended, setEnded] = useState(false)
  const again = () => void query.refetch()

  if (ended || isDeadLink(query.error))
    return (
      <EmptyState headingLevel="h1" title={copy.endedTitle} picture={padlock}>
        {copy.endedText}
      </EmptyState>
    )
  if (opened) return <Results {...opened} token={token} />
  return (
    <div className="column grow pt-6 pb-12">
      <h1>{copy.sharedHeading}</h1>
      <p className="text-muted mt-2 mb-6">{copy.sharedText}</p>
      {query.data ? (
        <PasscodeForm
          token={token}
          expiresAt={query.data.data.expiresAt}
          onOpen={(results, passcode) => setOpened({ results, passcode })}
          onEnded={() => setEnded(true)}
        />
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <Skeleton className="h-72 w-full" />
        </NotLoaded>
      )}
    </div>
  )
}

function Results({ results, passcode, token }: Opened & { token: string }) {
  return (
    <div className="column grow pt-6 pb-12">
      <h1>{fill(copy.sharedOf, { name: results.patientName })}</h1>
      <p className="text-muted mt-1 mb-6 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        {[
          results.age ? fill(copy.sharedAge, { gender: results.gender, age: results.age }) : results.gender,
          `${results.lab}, ${results.location}`,
          fill(copy.sharedUntil, { time: dayAndTime(results.expiresAt) }),
        ].join(' · ')}
        {results.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
      </p>
      <SharedResultList
        shared={results}
        onSave={(report) => saveShared(token, passcode, report)}
        onSaveAttachment={(report) => saveSharedAttachment(token, passcode, report)}
      />
    </div>
  )
}

type FormProps = {
  token: string
  expiresAt: string
  onOpen: (results: SharedResults, passcode: string) => void
  /** The link has ended meanwhile. */
  onEnded: () => void
}

/** Asks for the passcode that belongs to the link. */
function PasscodeForm({ token, expiresAt, onOpen, onEnded }: FormProps) {
  const [passcode, setPasscode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const opening = useAct()

  async function open(): Promise<void> {
    try {
      onOpen(await openWith(token, passcode), passcode)
    } catch (failure) {
      if (isDeadLink(failure)) onEnded()
      else if (failure instanceof ApiFailure && failure.code === 'wrong_passcode') {
        setPasscode('')
        setWrong(failureWords(failure))
      } else throw failure
    }
  }

  return (
    <Card>
      <Form
        className="space-y-6"
        onSubmit={() => {
          if (passcode.length < 6) setWrong(copy.passcodeMissing)
          else opening.run(open)
        }}
      >
        <NotDone failure={opening.failure} />
        <CodeInput
          id="passcode"
          label={copy.passcode}
          hint={copy.passcodeHint}
          length={6}
          value={passcode}
          onText={(digits) => {
            setPasscode(digits)
            setWrong(null)
          }}
          error={wrong}
        />
        <Button type="submit" look="primary" wide working={opening.working} workingText={copy.opening}>
          {copy.open}
        </Button>
        <p className="text-small text-muted">{fill(copy.openUntilText, { time: dayAndTime(expiresAt) })}</p>
      </Form>
    </Card>
  )
}
