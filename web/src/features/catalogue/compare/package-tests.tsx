import type { TestPage } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CheckIcon } from '../../../components/first-icons.tsx'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { fill } from '../../../lib/fill.ts'
import { packageWords } from './policy.ts'

const few = 6

/** Every test of a package, with what it measures. A long list is folded. */
export function PackageTests({ tests }: { tests: TestPage['tests'] }) {
  const [all, setAll] = useState(tests.length <= few + 2)
  return (
    <section aria-labelledby="included" className="space-y-3">
      <h2 id="included">{copy.testsIncluded}</h2>
      <ol className="rounded-card border-hair bg-card divide-hair divide-y border md:grid md:grid-cols-2 md:divide-y-0 md:p-2">
        {(all ? tests : tests.slice(0, few)).map((test) => (
          <li key={test.code} className="flex gap-3 px-4 py-2">
            <CheckIcon className="text-leaf mt-3.5" />
            <span className="min-w-0">
              <Link
                to={`/explore/tests/${test.code}`}
                className="text-ink inline-flex min-h-12 min-w-12 items-center py-3 leading-6 font-semibold no-underline hover:underline"
              >
                {test.name}
              </Link>
              <span className="text-muted -mt-1.5 block pb-2 text-[0.875rem] leading-5">{test.summary}</span>
            </span>
          </li>
        ))}
      </ol>
      {all ? null : (
        <Button wide onClick={() => setAll(true)}>
          {fill(copy.showAllIncluded, { count: tests.length })}
        </Button>
      )}
    </section>
  )
}

/** Packages with the same purpose, or those that include the test. */
export function RelatedPackages({ test }: { test: TestPage }) {
  if (test.related.length === 0) return null
  return (
    <section aria-labelledby="related" className="space-y-3">
      <h2 id="related">{test.kind === 'package' ? copy.samePurpose : copy.packagesWithIt}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {test.related.map((one) => (
          <li
            key={one.code}
            className="ring-within rounded-button border-hair bg-card hover:border-border relative border px-4 py-3"
          >
            <Link
              to={`/explore/tests/${one.code}`}
              className="text-ink block font-semibold text-balance no-underline after:absolute after:inset-0 hover:underline"
            >
              {one.name}
            </Link>
            <span className="text-muted block text-[0.875rem] leading-5">{packageWords(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
