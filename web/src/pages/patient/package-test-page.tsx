import type { TestPage } from '@labalaba/contract'
import { useState } from 'react'
import { BackLink } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import { PackageTests } from '../../features/catalogue/compare/package-tests.tsx'
import { TestAsks, TestHead } from '../../features/catalogue/compare/test-head.tsx'
import { type Variant, VariantChoice } from '../../features/catalogue/compare/variant-choice.tsx'
import { useTitle } from '../../lib/hooks.ts'
import { BookOffer } from './book-offer.tsx'
import { OneTest } from './one-test.tsx'

/** The package itself and those for the same purpose, the smaller ones first. */
function variants(test: TestPage): Variant[] {
  const own = { code: test.code, name: test.name, testCount: test.tests.length, priceFrom: test.priceFrom }
  const packages = test.kind === 'package' ? [own, ...test.related] : [own]
  return [...packages].sort((a, b) => a.testCount - b.testCount || a.name.localeCompare(b.name))
}

/** The same address with another variant, so that the chosen state is preserved. */
function withVariant(address: URLSearchParams, code: string): URLSearchParams {
  const next = new URLSearchParams(address)
  next.set('package', code)
  return next
}

/** The details of a test package: its variants, the included tests, and the total price. */
export function PackageTestPage() {
  useTitle(copy.packageDetails)
  const [address, setAddress] = useSearchParams()
  const [now] = useState(() => new Date())
  return (
    <OneTest kind="package" code={address.get('package') ?? ''} title={copy.packageDetails}>
      {(test) => (
        <>
          <div className="page space-y-6 pt-2 pb-8 md:pt-4">
            <div>
              <BackLink to="/explore/tests?category=Test+Package">{copy.allPackages}</BackLink>
              <TestHead test={test} />
            </div>
            <VariantChoice
              value={test.code}
              variants={variants(test)}
              onChosen={(code) => setAddress((newest) => withVariant(newest, code))}
            />
            <TestAsks test={test} now={now} />
            <PackageTests key={test.code} tests={test.tests} />
          </div>
          <BookOffer key={test.code} test={test} priceLabel={copy.totalCost} />
        </>
      )}
    </OneTest>
  )
}
