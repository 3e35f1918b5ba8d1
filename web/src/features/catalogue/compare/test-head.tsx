import type { TestPage } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Tag } from '../../../components/card.tsx'
import { DropletIcon, HouseIcon } from '../../../components/first-icons.tsx'
import { ClockIcon, FastingIcon } from '../../../components/icons.tsx'
import { Skeleton } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { labsWords, priceWords, sampleWords, usuallyReady } from '../find/policy.ts'
import { fastingWords } from '../policy.ts'

const forWhom = { any: '', male: copy.forMen, female: copy.forWomen } as const

/** A test's names, what it measures, and its price range. */
export function TestHead({ test }: { test: TestPage }) {
  return (
    <div className="max-w-180 space-y-3">
      <div>
        <h1>{test.name}</h1>
        {test.alsoKnownAs.length > 0 ? (
          <p className="text-muted mt-1">{fill(copy.alsoKnownAs, { names: test.alsoKnownAs.join(', ') })}</p>
        ) : null}
      </div>
      <ul className="flex flex-wrap gap-2">
        <li>
          <Tag tone="info">
            {test.kind === 'package' ? plural(copy.packageTag, test.tests.length) : test.category}
          </Tag>
        </li>
        {test.sex === 'any' ? null : (
          <li>
            <Tag tone="warn">{forWhom[test.sex]}</Tag>
          </li>
        )}
        {test.purposes.map(({ code, name }) => (
          <li key={code}>
            <Tag>{name}</Tag>
          </li>
        ))}
      </ul>
      <p>{test.summary}</p>
      {test.audience === '' ? null : (
        <p className="text-muted">{fill(copy.meantFor, { audience: test.audience })}</p>
      )}
      <p>
        <b className="figures font-head text-[1.25rem] leading-7 whitespace-normal">{priceWords(test)}</b>{' '}
        <span className="text-muted whitespace-nowrap">{labsWords(test.labCount)}</span>
      </p>
    </div>
  )
}

/** What the test needs from the patient, and when the result is ready. */
export function TestAsks({ test, now }: { test: TestPage; now: Date }) {
  const nothingToDo = test.preparation === '' || /^no special preparation/i.test(test.preparation)
  return (
    <ul className="rounded-card border-hair bg-card grid gap-x-6 gap-y-4 border p-4 sm:grid-cols-2 md:p-5 lg:grid-cols-[2fr_3fr_2fr_2fr]">
      <Ask icon={<DropletIcon />} title={copy.sample}>
        {sampleWords(test.specimen)}
      </Ask>
      <Ask icon={<FastingIcon />} title={copy.preparation} warn={test.fastingHours > 0}>
        {test.fastingHours > 0 && nothingToDo
          ? fastingWords(test.fastingHours)
          : test.preparation || copy.noPreparation}
      </Ask>
      <Ask icon={<ClockIcon />} title={usuallyReady(test.turnaroundHours, now)}>
        {copy.usuallyReadyNote}
      </Ask>
      <Ask icon={<HouseIcon />} title={test.homeCollection ? copy.homeCollection : copy.atLabOnly}>
        {test.homeCollection ? copy.homeCollectionNote : copy.atLabNote}
      </Ask>
    </ul>
  )
}

type AskProps = { icon: ReactNode; title: string; warn?: boolean; children: ReactNode }

function Ask({ icon, title, warn = false, children }: AskProps) {
  return (
    <li className="flex gap-2.5">
      <span className={`mt-0.5 ${warn ? 'text-warn' : 'text-indigo'}`}>{icon}</span>
      <span className="min-w-0 text-[1rem] leading-6">
        <b className={`block ${warn ? 'text-warn' : ''}`}>{title}</b>
        <span className={warn ? '' : 'text-muted'}>{children}</span>
      </span>
    </li>
  )
}

/** A placeholder for the head of a test. */
export function TestHeadSkeleton() {
  return (
    <div className="space-y-6">
      <div className="max-w-180 space-y-3">
        <Skeleton className="h-9 w-3/4 md:h-11" />
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="rounded-round h-7 w-48" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-7 w-64" />
      </div>
      <Skeleton className="rounded-card h-80 w-full sm:h-48 lg:h-36" />
    </div>
  )
}
