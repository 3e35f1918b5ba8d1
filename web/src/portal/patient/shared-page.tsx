import type { SharedResults } from '@labalaba/contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { SharedResultList } from '../../feature/result/own-results.tsx'
import { PasscodeForm } from '../../feature/share/passcode-form.tsx'
import { opensNothing, saveShared, saveSharedAttachment, useShare } from '../../feature/share/queries.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import padlock from '../../ui/art/padlock.svg'
import { Tag } from '../../ui/card.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'

type Opened = { results: SharedResults; passcode: string }

/** Results that their owner shares by a link, for readers with its passcode. They need no account. */
export function SharedPage() {
  useTitle('Shared results')
  const { token = '' } = useParams()
  const asked = useShare(token)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [ended, setEnded] = useState(false)
  const again = () => void asked.refetch()

  if (ended || opensNothing(asked.error))
    return (
      <EmptyState headingLevel="h1" title="This link no longer works" picture={padlock}>
        Its time may be over, its owner may have stopped it, or a letter of it is missing. Ask whoever sent it
        to you for a new one.
      </EmptyState>
    )
  if (opened) return <Results {...opened} token={token} />
  return (
    <div className="column grow pt-6 pb-12">
      <h1>Results shared with you</h1>
      <p className="text-muted mt-2 mb-6">
        Somebody lets you read their lab results. They are opened with a passcode.
      </p>
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
      <h1>Results of {results.patientName}</h1>
      <p className="text-muted mt-1 mb-6 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        {results.gender}
        {results.age ? `, ${results.age} when the sample was taken` : ''} · {results.lab}, {results.location}{' '}
        · open to you until {dayAndTime(results.expiresAt)}
        {results.sampleData ? <Tag>Sample data</Tag> : null}
      </p>
      <SharedResultList
        shared={results}
        onSave={(report) => saveShared(token, passcode, report)}
        onSaveAttachment={(report) => saveSharedAttachment(token, passcode, report)}
      />
    </div>
  )
}
