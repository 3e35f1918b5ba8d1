import type { TestItem } from '@labalaba/contract'
import { useState } from 'react'
import clipboard from '../../../components/art/clipboard.svg'
import magnifier from '../../../components/art/magnifier.svg'
import { Button } from '../../../components/button.tsx'
import { EmptyState, Waiting } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { fill } from '../../../lib/fill.ts'
import type { Question } from './policy.ts'
import { TestCard, TestCardSkeleton } from './test-card.tsx'

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** The cards of one page of tests. `stale` while the next response loads. */
export function TestCards({ tests, stale }: { tests: readonly TestItem[]; stale: boolean }) {
  const [now] = useState(() => new Date())
  return (
    <ul className={`${grid} ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      {tests.map((test) => (
        <TestCard key={test.code} test={test} now={now} />
      ))}
    </ul>
  )
}

/** Placeholders for a page of cards. */
export function TestCardsWaiting({ onRetry }: { onRetry: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className={grid}>
        {Array.from({ length: 9 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty boxes that never change places
          <TestCardSkeleton key={place} />
        ))}
      </div>
    </Waiting>
  )
}

type NoTestsFoundProps = { question: Question; onClear: () => void }

/** No test matches the search: says why, and links back to all of them. */
export function NoTestsFound({ question: { q, purpose, category }, onClear }: NoTestsFoundProps) {
  const narrowed = purpose !== '' || category !== ''
  if (q === '' && !narrowed) {
    return (
      <EmptyState title={copy.noTests} picture={clipboard}>
        {copy.testsAppear}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={copy.noMatch}
      picture={magnifier}
      action={
        <Button look="primary" wide onClick={onClear}>
          {copy.showAllTests}
        </Button>
      }
    >
      {q === '' ? copy.noneOfKind : fill(copy.lookedFor, { q })}
      {q === '' ? null : ` ${narrowed ? copy.alsoNarrowed : copy.checkSpelling}`}
    </EmptyState>
  )
}
