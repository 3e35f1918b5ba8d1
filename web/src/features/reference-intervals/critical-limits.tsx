import type { CriticalLimits, TableLimit } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import * as copy from '../../copy/critical-limits.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { whomWords } from './policy.ts'
import { acceptLimits, forgetLimits, useCriticalLimits } from './queries.ts'

/** Whether the lab has accepted the critical limits without a signature, and a way to read and accept them. */
export function CriticalLimitsPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const query = useCriticalLimits()
  const limits = query.data?.data
  if (query.isError) return <NoAnswer failure={query.error} onRetry={() => void query.refetch()} />
  if (!limits || limits.limits.length === 0) return null
  const standing = standingWords(limits)
  return (
    <section aria-label={copy.title} className="space-y-3">
      {limits.mustAccept ? (
        <Banner tone="warn" title={copy.mustAccept}>
          <p>{copy.mustAcceptSays}</p>
        </Banner>
      ) : (
        <p className="max-w-words">{standing}</p>
      )}
      <Button wide onClick={() => setIsOpen(true)}>
        {copy.readThem}
      </Button>
      {isOpen ? <LimitsDialog limits={limits} onClose={() => setIsOpen(false)} /> : null}
    </section>
  )
}

function standingWords({ unsigned, accepted }: CriticalLimits): string {
  const words = [plural(copy.unsigned, unsigned)]
  if (accepted) words.push(fill(copy.acceptedBy, { name: accepted.by, day: shortDay(accepted.at) }))
  if (accepted && !accepted.isCurrent) words.push(copy.changedSince)
  return words.join(' ')
}

/** The limits with their sources; a manager can accept them, unless that is done. */
function LimitsDialog({ limits: now, onClose }: { limits: CriticalLimits; onClose: () => void }) {
  // The limits stay as they are read, also if others come meanwhile: the server refuses another edition.
  const [limits] = useState(now)
  const act = useAct()
  const cache = useQueryClient()
  if (!limits.mayAccept || limits.accepted?.isCurrent)
    return (
      <Dialog wide title={copy.title} onClose={onClose}>
        <LimitList limits={limits.limits} />
      </Dialog>
    )
  return (
    <ActDialog
      wide
      title={copy.title}
      onClose={onClose}
      button={copy.accept}
      workingText={shared.saving}
      act={act}
      failed={{ title: copy.notAccepted }}
      onDo={() =>
        act.run(async () => {
          // After a refusal the next dialog shows the current ones.
          await acceptLimits(limits.edition).finally(() => forgetLimits(cache))
          toast.success(copy.accepted)
          onClose()
        })
      }
    >
      <p>{copy.acceptSays}</p>
      <LimitList limits={limits.limits} />
    </ActDialog>
  )
}

function LimitList({ limits }: { limits: readonly TableLimit[] }) {
  return (
    <ul aria-label={copy.limitsLabel} className="divide-hair divide-y">
      {limits.map((limit) => (
        <li key={JSON.stringify(limit)} className="space-y-1 py-3">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <b>{limit.name}</b>
            <Tag tone="warn">{limit.tier === 'immediate' ? copy.immediate : copy.urgent}</Tag>
          </p>
          <p className="tabular-nums">
            {fill(copy.limitOf, { whom: whomWords(limit), limit: limitText(limit) })}
          </p>
          <p className="text-small text-muted wrap-anywhere">
            {limit.tests.join(', ')}.{' '}
            {fill(limit.sourceRead ? copy.source : copy.sourceUnread, { source: limit.source })}
            {limit.signedBy === null ? null : `. ${fill(copy.signedBy, { name: limit.signedBy })}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** "7 g/dL or less", or the choices. */
function limitText({ atOrBelow, atOrAbove, choices, unit }: TableLimit): string {
  const amount = (limit: number) => (unit ? `${limit} ${unit}` : String(limit))
  if (atOrBelow !== null) return fill(copy.orLess, { amount: amount(atOrBelow) })
  return atOrAbove === null ? choices.join(', ') : fill(copy.orMore, { amount: amount(atOrAbove) })
}
