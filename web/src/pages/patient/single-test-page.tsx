import { useState } from 'react'
import { BackLink } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import { TestAsks, TestHead } from '../../features/catalogue/compare/test-head.tsx'
import { useTitle } from '../../lib/hooks.ts'
import { BookOffer } from './book-offer.tsx'
import { OneTest } from './one-test.tsx'

/** The details of one test, a few labs that do it, and the way to the cart. */
export function SingleTestPage() {
  useTitle(copy.testDetails)
  const [address] = useSearchParams()
  const [now] = useState(() => new Date())
  return (
    <OneTest kind="test" code={address.get('test') ?? ''} title={copy.testDetails}>
      {(test) => (
        <>
          <div className="page space-y-6 pt-2 pb-8 md:pt-4">
            <div>
              <BackLink to="/explore/tests">{copy.allTests}</BackLink>
              <TestHead test={test} />
            </div>
            <TestAsks test={test} now={now} />
          </div>
          <BookOffer key={test.code} test={test} priceLabel={copy.price} />
        </>
      )}
    </OneTest>
  )
}
