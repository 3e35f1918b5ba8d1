import type { OwnResults, ResultShare } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/sharing.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { breakGlassWords, openedWords, openingWords, readerName, readerWords, statusOf } from './policy.ts'
import { stopShare, useReaders, useShares } from './queries.ts'

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
  const [open, setOpen] = useState(false)
  const again = () => {
    void shares.refetch()
    void readers.refetch()
  }
  const close = () => {
    setOpen(false)
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
          <Button look="primary" wide onClick={() => setOpen(true)}>
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
                {reader.breakGlass.map((opening) => (
                  <p key={opening.at} className="text-small text-error mt-1 wrap-anywhere">
                    {breakGlassWords(opening)}
                  </p>
                ))}
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
        {open ? (
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

type ListProps = { reference: string; shares: readonly ResultShare[]; onChanged: () => void }

/** The shares of these results: for whom, until when, and when each was opened. */
function ShareList({ reference, shares, onChanged }: ListProps) {
  if (shares.length === 0) return null
  return (
    <ul className="divide-hair border-hair mt-4 divide-y border-t" aria-label={copy.linksLabel}>
      {shares.map((share) => (
        <Shared key={share.id} reference={reference} share={share} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function Shared({
  reference,
  share,
  onChanged,
}: Omit<ListProps, 'shares'> & { readonly share: ResultShare }) {
  const stopping = useAct()
  const { tag, tone, words } = statusOf(share)
  const whom = share.forWhom ? fill(copy.linkFor, { name: share.forWhom }) : copy.linkUnnamed
  const stop = () =>
    stopping.run(async () => {
      await stopShare(reference, share.id)
      toast.success(copy.stopped)
      onChanged()
    })
  return (
    <li className="space-y-1 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="heading-small wrap-anywhere">{whom}</h3>
        <Tag tone={tone}>{tag}</Tag>
      </div>
      <p>{share.madeBy ? `${words} ${fill(copy.linkMadeBy, { name: share.madeBy })}` : words}</p>
      <p className="text-small text-muted">{share.tests.join(', ')}</p>
      <p className="text-small">{openedWords(share)}</p>
      {share.opened.length > 0 ? (
        <ul className="text-small text-muted list-disc space-y-1 pl-5">
          {share.opened.map((opening) => (
            <li key={`${opening.at} ${opening.file}`}>{openingWords(opening)}</li>
          ))}
        </ul>
      ) : null}
      {share.url ? (
        <div className="pt-2">
          <CopyBox
            id={`link-${share.id}`}
            label={copy.link}
            value={share.url}
            what={fill(copy.linkOfWhat, { whom })}
            done={copy.linkCopied}
          />
        </div>
      ) : null}
      <NotDone failure={stopping.failure} />
      {share.state === 'open' ? (
        <div className="-ml-3">
          <Button look="quiet" working={stopping.working} workingText={copy.stopping} onClick={stop}>
            {copy.stop}
            <span className="sr-only">, {whom}</span>
          </Button>
        </div>
      ) : null}
    </li>
  )
}
