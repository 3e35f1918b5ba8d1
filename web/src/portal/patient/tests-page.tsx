import { useRef } from 'react'
import { Navigate } from 'react-router'
import { KindSwitch } from '../../feature/catalogue/find/kind-switch.tsx'
import { PurposeChips } from '../../feature/catalogue/find/purpose-chips.tsx'
import { useTests } from '../../feature/catalogue/find/queries.ts'
import {
  foundWords,
  type Question,
  questionAddress,
  questionFrom,
} from '../../feature/catalogue/find/rules.ts'
import { NoTestsFound, TestCards, TestCardsWaiting } from '../../feature/catalogue/find/test-cards.tsx'
import { LabTrouble } from '../../feature/lab/lab-trouble.tsx'
import { pageFrom } from '../../feature/lab/rules.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { Pagination } from '../../ui/navigation.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { ExploreSwitch } from './explore-switch.tsx'

/** Find a test first, then a lab. What is looked for and the page stand in the address. */
export function TestsPage() {
  useTitle('Explore tests')
  const [address, setAddress] = useSearchParams()
  const question = questionFrom(address, pageFrom(address.get('page')))
  const tests = useTests(question)
  const startAgain = useStartAgain()
  const heading = useRef<HTMLHeadingElement>(null)

  function ask(change: Partial<Question>, replace = false): void {
    setAddress(questionAddress({ ...question, page: 1, ...change }), { replace })
  }

  function turn(page: number): void {
    ask({ page })
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  const list = tests.data
  const last = list?.pagination.totalPages ?? 1
  if (list && !tests.isPlaceholderData && list.data.length === 0 && last >= 1 && question.page > last) {
    return <Navigate to={`?${questionAddress({ ...question, page: last })}`} replace />
  }

  return (
    <div className="page space-y-6 py-4 md:py-8">
      <div className="space-y-4">
        <ExploreSwitch />
        <div>
          <h1>Explore tests</h1>
          <p className="text-muted mt-1">Find the test first, then compare the labs that do it.</p>
        </div>
        {/* One step back undoes a whole search, not its last letter. */}
        <SearchForm
          id="test-finder"
          label="Search by test"
          hint="A test, a short name or what it is for"
          q={question.q}
          onSearch={(q) => ask({ q }, question.q !== '' && q !== '')}
        />
        <div>
          <KindSwitch value={question.category} onChosen={(category) => ask({ category })} />
          <PurposeChips value={question.purpose} onChosen={(purpose) => ask({ purpose })} />
        </div>
      </div>
      <section aria-labelledby="tests-title" className="space-y-4">
        <div>
          <h2 id="tests-title" ref={heading} tabIndex={-1}>
            Available tests
          </h2>
          <p aria-live="polite" className="text-small text-muted min-h-5 md:min-h-6">
            {list && !tests.isPlaceholderData
              ? foundWords(list.pagination.totalRecords, list.pagination.limit, question)
              : null}
          </p>
        </div>
        {list ? (
          list.data.length > 0 ? (
            <TestCards tests={list.data} stale={tests.isPlaceholderData} />
          ) : (
            <NoTestsFound question={question} onClear={() => ask({ q: '', purpose: '', category: '' })} />
          )
        ) : tests.isError ? (
          <LabTrouble failure={tests.error} onRetry={() => startAgain('tests', 'purposes')} />
        ) : (
          <TestCardsWaiting onRetry={() => startAgain('tests', 'purposes')} />
        )}
        {list && list.data.length > 0 ? (
          <Pagination page={question.page} pages={last} onPage={turn} working={tests.isPlaceholderData} />
        ) : null}
      </section>
    </div>
  )
}
