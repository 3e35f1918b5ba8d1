import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Chip, ChipRow } from '../../../components/choices.tsx'
import { Skeleton } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'
import { usePurposes } from './queries.ts'

type PurposeChipsProps = { value: string; onChosen: (purpose: string) => void }

const waiting = ['w-40', 'w-50', 'w-38', 'w-80', 'w-38', 'w-44', 'w-46', 'w-26', 'w-52']
/** This many fill two rows of a large screen. On phones all are in one row that scrolls. */
const few = 9

/** The purposes of tests, in patients' words. Pressing the selected one deselects it. */
export function PurposeChips({ value, onChosen }: PurposeChipsProps) {
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
