import type { SharedResults } from '@labalaba/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import padlock from '../../components/art/padlock.svg'
import { Tag } from '../../components/card.tsx'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/sharing.ts'
import { SharedResultList } from '../../features/results/own-results.tsx'
import { PasscodeForm } from '../../features/sharing/passcode-form.tsx'
import { opensNothing, saveShared, saveSharedAttachment, useShare } from '../../features/sharing/queries.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'

type Opened = { results: SharedResults; passcode: string }

/** Results that their owner shares by a link, for readers with its passcode. They need no account. */
export function SharedPage() {
  useTitle(copy.sharedTitle)
  const { token = '' } = useParams()
  const asked = useShare(token)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [ended, setEnded] = useState(false)
  const again = () => void asked.refetch()

  if (ended || opensNothing(asked.error))
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
      {asked.data ? (
        <PasscodeForm
          token={token}
          expiresAt={asked.data.data.expiresAt}
          onOpen={(results, passcode) => setOpened({ results, passcode })}
          onEnded={() => setEnded(true)}
        />
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <Skeleton className="h-72 w-full" />
        </Waiting>
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
