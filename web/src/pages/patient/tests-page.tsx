import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/catalogue.ts'
import {
  foundWords,
  kinds,
  type Question,
  questionAddress,
  questionFrom,
} from '../../features/catalogue/find/policy.ts'
import { usePurposes, useTests } from '../../features/catalogue/find/queries.ts'
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
        query={tests}
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

/** Switches between all tests and one kind. Scrolls sideways on phones; exactly one is on. */
function KindSwitch({ value, onChosen }: { value: string; onChosen: (value: string) => void }) {
  return (
    <fieldset className="fades-sideways -mx-4 [scrollbar-width:none] overflow-x-auto px-4 py-1 md:mx-0 md:px-0">
      <legend className="sr-only">{copy.kindOfTest}</legend>
      <div className="rounded-button border-hair bg-sand flex w-max gap-1 border p-1">
        {kinds.map((kind) => (
          <label
            key={kind.value}
            className={`ring-within text-input relative flex min-h-12 shrink-0 items-center justify-center rounded-[10px] border-2 px-4 font-semibold whitespace-nowrap ${
              kind.value === value
                ? 'border-indigo bg-card text-indigo shadow-soft'
                : 'text-ink border-transparent'
            }`}
          >
            <input
              type="radio"
              name="kind"
              value={kind.value}
              checked={kind.value === value}
              onChange={() => onChosen(kind.value)}
              className="absolute inset-0 m-0 h-full w-full opacity-0"
            />
            {kind.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type PurposeChipsProps = { value: string; onChosen: (purpose: string) => void }

const waiting = ['w-40', 'w-50', 'w-38', 'w-80', 'w-38', 'w-44', 'w-46', 'w-26', 'w-52']
/** This many fill two rows of a large screen. On phones all are in one row that scrolls. */
const few = 9

/** The purposes of tests, in patients' words. Pressing the selected one deselects it. */
function PurposeChips({ value, onChosen }: PurposeChipsProps) {
  const purposes = usePurposes()
  const [all, setAll] = useState(false)
  // If they fail to load, the search still finds everything by name, so no error is shown.
  if (purposes.isError) return null
  if (!purposes.data) {
    return (
      <div aria-hidden="true" className="flex gap-2 overflow-hidden py-2 md:flex-wrap">
        {waiting.map((width, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes that never change places
          <Skeleton key={place} className={`rounded-round h-12 shrink-0 ${width}`} />
        ))}
      </div>
    )
  }
  return (
    <ChipRow label={copy.purposes}>
      {purposes.data.data.map((purpose, place) => (
        <span
          key={purpose.code}
          className={all || place < few || purpose.code === value ? 'contents' : 'contents md:hidden'}
        >
          <Chip
            pressed={purpose.code === value}
            onPressed={() => onChosen(purpose.code === value ? '' : purpose.code)}
          >
            {purpose.name}
          </Chip>
        </span>
      ))}
      {purposes.data.data.length > few ? (
        <span className="hidden md:contents">
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? copy.fewerPurposes : copy.morePurposes}
          </Button>
        </span>
      ) : null}
    </ChipRow>
  )
}
