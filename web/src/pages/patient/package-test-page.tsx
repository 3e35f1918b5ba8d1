import type { TestPage } from '@labalaba/contract'
import { useState } from 'react'
import { ChevronDownIcon } from '../../components/first-icons.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import { PackageTests } from '../../features/catalogue/compare/package-tests.tsx'
import { packageWords } from '../../features/catalogue/compare/policy.ts'
import { TestAsks, TestHead } from '../../features/catalogue/compare/test-head.tsx'
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

/** One of the packages with the same purpose. */
type Variant = { code: string; name: string; testCount: number; priceFrom: number | null }

type VariantChoiceProps = { value: string; variants: readonly Variant[]; onChosen: (code: string) => void }

/** Chooses a package with a native select. The label lies over it and may take two lines, so that no name is cut off. */
function VariantChoice({ value, variants, onChosen }: VariantChoiceProps) {
  const chosen = variants.find(({ code }) => code === value)
  return (
    <div className="max-w-180">
      <label htmlFor="variant" className="mb-1 block font-semibold">
        {copy.variant}
      </label>
      <div className="ring-within rounded-button border-border bg-card hover:border-ink relative flex min-h-16 items-center gap-3 border-2 px-4 py-2">
        <span aria-hidden="true" className="min-w-0 flex-1">
          <span className="block font-semibold">{chosen?.name}</span>
          <span className="text-small text-muted block">{chosen ? packageWords(chosen) : ''}</span>
        </span>
        <ChevronDownIcon />
        <select
          id="variant"
          value={value}
          onChange={(event) => onChosen(event.target.value)}
          className="text-input absolute inset-0 h-full w-full cursor-pointer opacity-0"
        >
          {variants.map((variant) => (
            <option key={variant.code} value={variant.code}>
              {variant.name}: {packageWords(variant)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
