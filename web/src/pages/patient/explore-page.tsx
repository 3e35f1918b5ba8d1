import type { ReactNode } from 'react'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { HouseIcon } from '../../components/first-icons.tsx'
import { HeartIcon, ShieldIcon } from '../../components/icons.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/labs.ts'
import { LabCards, LabCardsWaiting, NoLabs } from '../../features/labs/lab-list.tsx'
import { countWords } from '../../features/labs/lab-list-policy.ts'
import { type LabFilter, type LabsWanted, labsAddress, labsWanted } from '../../features/labs/policy.ts'
import { useLabs } from '../../features/labs/queries.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useStartAgain } from '../../lib/start-again.ts'
import { ExploreSwitch } from './explore-switch.tsx'
import { FoundList } from './found-list.tsx'

const everything: LabsWanted = { q: '', page: 1, favourite: false, home: false, iso: false }

/** All labs, fifteen a page, found by name or place. The search and the page are in the address. */
export function ExplorePage() {
  useTitle(copy.exploreLabs)
  const [address, setAddress] = useSearchParams()
  const wanted = labsWanted(address)
  const { q, page } = wanted
  const labs = useLabs(wanted)
  const startAgain = useStartAgain()
  const again = () => startAgain('labs')

  function ask(change: Partial<LabsWanted>, replace = false): void {
    setAddress((newest) => labsAddress({ ...labsWanted(newest), page: 1, ...change }), { replace })
  }

  /** Going back once undoes a whole search, not its last letter. */
  function search(text: string): void {
    ask({ q: text }, q !== '' && text !== '')
  }

  return (
    <div className="page space-y-6 py-6 md:py-8">
      <div className="space-y-4">
        <ExploreSwitch />
        <div>
          <h1>{copy.exploreLabs}</h1>
          <p className="text-muted mt-1">{copy.exploreLabsHint}</p>
        </div>
        <SearchForm id="lab-search" label={copy.searchLabel} q={q} onSearch={search} />
        <LabFilters wanted={wanted} onTurned={(filter, on) => ask({ [filter]: on })} />
      </div>
      <FoundList
        title={copy.available}
        query={labs}
        page={page}
        addressOf={(to) => labsAddress({ ...wanted, page: to })}
        words={(total, limit) => countWords(total, page, limit, q)}
        onRetry={again}
        waiting={<LabCardsWaiting onRetry={again} />}
        nothing={(ask) => <NoLabs wanted={wanted} onClear={() => ask(labsAddress(everything))} />}
      >
        {(found, stale) => <LabCards labs={found} stale={stale} />}
      </FoundList>
    </div>
  )
}

type LabFiltersProps = {
  wanted: LabsWanted
  onTurned: (filter: LabFilter, on: boolean) => void
}

/** Filters the list of labs. Each filter is on or off on its own. */
function LabFilters({ wanted, onTurned }: LabFiltersProps) {
  const chip = (filter: LabFilter, icon: ReactNode, words: string) => (
    <Chip pressed={wanted[filter]} onPressed={() => onTurned(filter, !wanted[filter])}>
      {icon}
      {words}
    </Chip>
  )
  return (
    <ChipRow label={copy.showOnly}>
      {chip('favourite', <HeartIcon fill={wanted.favourite ? 'currentColor' : 'none'} />, copy.myFavourites)}
      {chip('home', <HouseIcon />, copy.homeCollection)}
      {chip('iso', <ShieldIcon />, copy.iso)}
    </ChipRow>
  )
}
