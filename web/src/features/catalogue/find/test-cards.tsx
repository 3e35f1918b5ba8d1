import type { TestItem } from '@labalaba/contract'
import { useState } from 'react'
import clipboard from '../../../components/art/clipboard.svg'
import magnifier from '../../../components/art/magnifier.svg'
import { Button } from '../../../components/button.tsx'
import { Tag } from '../../../components/card.tsx'
import { CheckIcon, DropletIcon } from '../../../components/first-icons.tsx'
import { ClockIcon, FastingIcon } from '../../../components/icons.tsx'
import { Link } from '../../../components/link.tsx'
import { EmptyState, Skeleton, Waiting } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { fastingWords } from '../policy.ts'
import { fewNames, labsWords, priceWords, type Question, sampleWords, usuallyReady } from './policy.ts'

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

const box = 'rounded-card border-hair bg-card shadow-soft flex h-full flex-col gap-3 border p-4 md:p-5'

/** One test of the list: what it measures, what it needs, and its price. The whole card is a link to it. */
function TestCard({ test, now }: { test: TestItem; now: Date }) {
  return (
    <li className="relative">
      <article className={`ring-within group hover:border-border hover:shadow-lift relative ${box}`}>
        <div>
          <div className="flex items-start justify-between gap-3">
            <h3 className="font-head min-w-0 text-[1.125rem] leading-6 font-bold">
              <Link
                to={`/explore/tests/${test.code}`}
                className="text-ink no-underline group-hover:underline after:absolute after:inset-0"
              >
                {test.name}
              </Link>
            </h3>
            <span className="shrink-0 whitespace-nowrap">
              <Tag tone={test.kind === 'package' ? 'info' : 'plain'}>
                {test.kind === 'package' ? plural(copy.tests, test.includes.length) : test.category}
              </Tag>
            </span>
          </div>
          {test.alsoKnownAs.length > 0 ? (
            <p className="text-muted mt-1 text-[0.875rem] leading-5">
              {fill(copy.alsoKnownAs, { names: fewNames(test.alsoKnownAs, 2) })}
            </p>
          ) : null}
        </div>
        <p className="text-[1rem] leading-6">{test.summary}</p>
        {test.kind === 'package' ? (
          <p className="text-muted text-[0.875rem] leading-5">
            <b className="text-ink">{copy.includes}</b> {fewNames(test.includes, 3)}
          </p>
        ) : null}
        <TestHints test={test} now={now} />
        <p className="border-hair mt-auto flex flex-wrap items-baseline justify-between gap-x-3 border-t pt-3">
          <PriceRange test={test} />
          <span className="text-muted text-[0.875rem] leading-5 whitespace-nowrap">
            {labsWords(test.labCount)}
          </span>
        </p>
      </article>
    </li>
  )
}

function TestHints({ test, now }: { test: TestItem; now: Date }) {
  const fasts = test.fastingHours > 0
  return (
    <ul className="grid gap-1 text-[0.875rem] leading-5">
      <li className="text-muted flex items-start gap-1.5">
        <DropletIcon size={16} className="mt-0.5" />
        {sampleWords(test.specimen)}
      </li>
      <li className={`flex items-start gap-1.5 ${fasts ? 'text-warn font-semibold' : 'text-muted'}`}>
        {fasts ? <FastingIcon size={16} className="mt-0.5" /> : <CheckIcon size={16} className="mt-0.5" />}
        {fastingWords(test.fastingHours)}
      </li>
      <li className="text-muted flex items-start gap-1.5">
        <ClockIcon size={16} className="mt-0.5" />
        {usuallyReady(test.turnaroundHours, now)}
      </li>
    </ul>
  )
}

/** "from ₦4,500 to ₦12,000", with large figures and small words. */
function PriceRange({ test }: { test: TestItem }) {
  return (
    <span className="text-[1rem] leading-6">
      {priceWords(test)
        .split(/(₦[\d,.]+)/)
        .map((part) =>
          part.startsWith('₦') ? (
            <b key={part} className="figures font-head text-[1.125rem] font-bold">
              {part}
            </b>
          ) : (
            part
          ),
        )}
    </span>
  )
}

/** A placeholder for a test card. */
function TestCardSkeleton() {
  return (
    <div className={box}>
      <div>
        <div className="flex justify-between gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="rounded-round h-7 w-24" />
        </div>
        <Skeleton className="mt-1 h-5 w-3/4" />
      </div>
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-17 w-3/5" />
      <div className="border-hair mt-auto flex h-10 items-end justify-between border-t pt-3">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-5 w-20" />
      </div>
    </div>
  )
}
