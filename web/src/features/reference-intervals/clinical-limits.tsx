import type { ClinicalLimits } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { NoAnswer } from '../../components/not-loaded.tsx'
import * as copy from '../../copy/clinical-limits.ts'
import { fill, plural } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
import { useClinicalLimits } from './queries.ts'

const LimitsDialog = lazy(async () => ({
  default: (await import('./clinical-limits-dialog.tsx')).LimitsDialog,
}))

/** Whether the lab has accepted the clinical limits without a signature, and a way to read and accept them. */
export function ClinicalLimitsPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const query = useClinicalLimits()
  const limits = query.data?.data
  if (query.isError) return <NoAnswer failure={query.error} onRetry={() => void query.refetch()} />
  if (!limits) return null
  const { critical, plausibility, pregnancy, resistance, intervals } = limits
  if ([critical, plausibility, pregnancy, resistance, intervals].every(({ length }) => length === 0))
    return null
  return (
    <section aria-label={copy.title} className="space-y-3">
      {limits.mustAccept ? (
        <Banner tone="warn" title={copy.mustAccept}>
          <p>{copy.mustAcceptSays}</p>
        </Banner>
      ) : (
        <p className="max-w-words">{standingWords(limits)}</p>
      )}
      <Button wide onClick={() => setIsOpen(true)}>
        {copy.readThem}
      </Button>
      <Suspense>{isOpen ? <LimitsDialog limits={limits} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </section>
  )
}

function standingWords({ unsigned, accepted }: ClinicalLimits): string {
  const words = [plural(copy.unsigned, unsigned)]
  if (accepted) words.push(fill(copy.acceptedBy, { name: accepted.by, day: shortDay(accepted.at) }))
  if (accepted && !accepted.isCurrent) words.push(copy.changedSince)
  return words.join(' ')
}
