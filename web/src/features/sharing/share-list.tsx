import type { ResultShare } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/sharing.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { openedWords, openingWords, standingOf } from './policy.ts'
import { stopShare } from './queries.ts'

type ListProps = { reference: string; shares: readonly ResultShare[]; onChanged: () => void }

/** The shares of these results: for whom, until when, and when each was opened. */
export function ShareList({ reference, shares, onChanged }: ListProps) {
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
  const { tag, tone, words } = standingOf(share)
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
