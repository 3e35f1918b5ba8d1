import { SearchForm } from '../../components/search-form.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/catalogue.ts'
import { KindSwitch } from '../../features/catalogue/find/kind-switch.tsx'
import {
  foundWords,
  type Question,
  questionAddress,
  questionFrom,
} from '../../features/catalogue/find/policy.ts'
import { PurposeChips } from '../../features/catalogue/find/purpose-chips.tsx'
import { useTests } from '../../features/catalogue/find/queries.ts'
import { NoTestsFound, TestCards, TestCardsWaiting } from '../../features/catalogue/find/test-cards.tsx'
import { pageFrom } from '../../features/labs/policy.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { ExploreSwitch } from './explore-switch.tsx'
import { FoundList } from './found-list.tsx'

const everything: Question = { q: '', purpose: '', category: '', page: 1 }

/** Find a test first, then a lab. The search and the page are in the address. */
export function TestsPage() {
  useTitle(copy.exploreTests)
  const [address, setAddress] = useSearchParams()
  const question = questionFrom(address, pageFrom(address.get('page')))
  const tests = useTests(question)
  const startAgain = useStartAgain()
  const again = () => startAgain('tests', 'purposes')

  function ask(change: Partial<Question>, replace = false): void {
    setAddress((newest) => questionAddress({ ...questionFrom(newest, 1), ...change }), { replace })
  }

  return (
    <div className="page space-y-6 py-4 md:py-8">
      <div className="space-y-4">
        <ExploreSwitch />
        <div>
          <h1>{copy.exploreTests}</h1>
          <p className="text-muted mt-1">{copy.exploreTestsHint}</p>
        </div>
        {/* Going back once undoes a whole search, not its last letter. */}
        <SearchForm
          id="test-finder"
          label={copy.searchLabel}
          hint={copy.searchHint}
          q={question.q}
          onSearch={(q) => ask({ q }, question.q !== '' && q !== '')}
        />
        <div>
          <KindSwitch value={question.category} onChosen={(category) => ask({ category })} />
          <PurposeChips value={question.purpose} onChosen={(purpose) => ask({ purpose })} />
        </div>
      </div>
      <FoundList
        title={copy.availableTests}
        asked={tests}
        page={question.page}
        addressOf={(page) => questionAddress({ ...question, page })}
        words={(total, limit) => foundWords(total, limit, question)}
        onRetry={again}
        waiting={<TestCardsWaiting onRetry={again} />}
        nothing={(askOther) => (
          <NoTestsFound question={question} onClear={() => askOther(questionAddress(everything))} />
        )}
      >
        {(found, stale) => <TestCards tests={found} stale={stale} />}
      </FoundList>
    </div>
  )
}
