import { useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { BackLink } from '../../components/navigation.tsx'
import { Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/catalogue.ts'
import { PackageTests, RelatedPackages } from '../../features/catalogue/compare/package-tests.tsx'
import { TestAsks, TestHead, TestHeadSkeleton } from '../../features/catalogue/compare/test-head.tsx'
import { UnknownTest } from '../../features/catalogue/compare/unknown-test.tsx'
import { useTest } from '../../features/catalogue/find/queries.ts'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { isUnknown } from '../../lib/api.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { CompareLabs } from './compare-labs.tsx'

/** One test and the labs that offer it, for comparison. */
export function TestPage() {
  // The tab's title never names a test: on a shared phone other users see the titles.
  useTitle(copy.compareLabs)
  const { code = '' } = useParams()
  const { search } = useLocation()
  const [now] = useState(() => new Date())
  const test = useTest(code)
  const startAgain = useStartAgain()
  const known = test.isPlaceholderData ? undefined : test.data?.data

  if (test.isError && isUnknown(test.error)) return <UnknownTest />
  if (known && known.code !== code) return <Navigate to={`/explore/tests/${known.code}${search}`} replace />
  const again = () => startAgain('test', 'offers')
  return (
    <div className="page space-y-8 pt-2 pb-8 md:pt-4">
      <div>
        <BackLink to="/explore/tests">{copy.allTests}</BackLink>
        {known ? (
          <div className="space-y-6">
            <TestHead test={known} />
            <TestAsks test={known} now={now} />
          </div>
        ) : test.isError ? (
          <>
            <h1 className="mb-4">{copy.compareLabs}</h1>
            <LabTrouble failure={test.error} onRetry={again} />
          </>
        ) : (
          <Waiting onRetry={again}>
            <TestHeadSkeleton />
          </Waiting>
        )}
      </div>
      {known && known.tests.length > 0 ? <PackageTests key={known.code} tests={known.tests} /> : null}
      {known ? <CompareLabs key={known.code} test={known} /> : null}
      {known ? <RelatedPackages test={known} /> : null}
    </div>
  )
}
