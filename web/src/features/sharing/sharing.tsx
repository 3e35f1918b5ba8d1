import type { OwnResults } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/sharing.ts'
import { readerName, readerWords } from './policy.ts'
import { useReaders, useShares } from './queries.ts'
import { ShareList } from './share-list.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type SharingProps = {
  results: OwnResults
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
}

/** Shown with the results: who else may read them, and who has. */
export function Sharing({ results, onRefused }: SharingProps) {
  const { reference, lab } = results
  const shares = useShares(reference)
  const readers = useReaders(reference)
  const [asked, setAsked] = useState(false)
  const again = () => {
    void shares.refetch()
    void readers.refetch()
  }
  const close = () => {
    setAsked(false)
    again()
  }
  return (
    <div className="space-y-6 print:hidden">
      <Card as="section" labelledBy="sharing">
        <h2 id="sharing" className="heading-small">
          {copy.sharingTitle}
        </h2>
        <p className="mt-1 mb-4">{copy.sharingText}</p>
        {results.results.length > 0 ? (
          <Button look="primary" wide onClick={() => setAsked(true)}>
            {copy.sharingStart}
          </Button>
        ) : null}
        {shares.isError ? (
          <Unread failure={shares.error} onRefused={onRefused} onRetry={again} />
        ) : (
          <ShareList reference={reference} shares={shares.data?.data ?? []} onChanged={again} />
        )}
      </Card>
      <Card as="section" labelledBy="readers">
        <h2 id="readers" className="heading-small">
          {copy.readersTitle}
        </h2>
        {readers.data ? (
          <ul className="divide-hair mt-2 divide-y">
            {readers.data.data.map((reader) => (
              <li key={`${reader.role} ${reader.name} ${reader.firstAt}`} className="py-3">
                <p className="font-semibold wrap-anywhere">{readerName(reader, lab)}</p>
                <p className="text-small text-muted">{readerWords(reader)}</p>
              </li>
            ))}
          </ul>
        ) : readers.isError ? (
          <Unread failure={readers.error} onRefused={onRefused} onRetry={again} />
        ) : (
          <Skeleton className="mt-3 h-32 w-full" />
        )}
        <p className="text-small text-muted mt-2">{copy.readersText}</p>
      </Card>
      <Suspense>
        {asked ? (
          <ShareDialog
            reference={reference}
            results={results.results}
            onRefused={onRefused}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

type UnreadProps = { failure: unknown; onRefused: SharingProps['onRefused']; onRetry: () => void }

function Unread({ failure, onRefused, onRetry }: UnreadProps) {
  return (
    <div className="mt-4">
      <p className="text-muted mb-2">{copy.listFailed}</p>
      <Button onClick={() => onRefused(failure, onRetry) || onRetry()}>{copy.listShow}</Button>
    </div>
  )
}
