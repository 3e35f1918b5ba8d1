import type { TestPage } from '@labalaba/contract'
import type { ReactNode } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import { EmptyState, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/catalogue.ts'
import { TestHeadSkeleton } from '../../features/catalogue/compare/test-head.tsx'
import { UnknownTest } from '../../features/catalogue/compare/unknown-test.tsx'
import { usePopular, useTest } from '../../features/catalogue/find/queries.ts'
import { LabTrouble } from '../../features/labs/lab-trouble.tsx'
import { isUnknown } from '../../lib/api.ts'
import { useStartAgain } from '../../lib/start-again.ts'

type OneTestProps = {
  kind: 'test' | 'package'
  /** The code in the address; empty for the most popular one. */
  code: string
  /** The heading until the data is loaded. */
  title: string
  children: (test: TestPage) => ReactNode
}

/** A page about one test or package: loads it, and shows a message if that fails or there is none. */
export function OneTest({ kind, code, title, children }: OneTestProps) {
  const popular = usePopular(kind, 1)
  const test = useTest(code || (popular.data?.[0]?.code ?? ''))
  const startAgain = useStartAgain()
  const again = () => startAgain('tests', 'test')
  const failure = test.error ?? (code === '' ? popular.error : null)
  const item = test.data?.data

  if (failure && isUnknown(failure)) return <UnknownTest />
  if (item && !failure) return children(item)
  if (!failure && code === '' && popular.data?.length === 0) {
    return (
      <EmptyState headingLevel="h1" picture={clipboard} title={copy.noTests}>
        {copy.testsAppear}
      </EmptyState>
    )
  }
  return (
    <div className="page py-8">
      {failure ? (
        <>
          <h1 className="mb-4">{title}</h1>
          <LabTrouble failure={failure} onRetry={again} />
        </>
      ) : (
        <Waiting onRetry={again}>
          <TestHeadSkeleton />
        </Waiting>
      )}
    </div>
  )
}
