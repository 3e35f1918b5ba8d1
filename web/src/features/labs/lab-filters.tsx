import type { ReactNode } from 'react'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { HeartIcon, HouseIcon, ShieldIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/labs.ts'
import type { LabFilter, LabsWanted } from './policy.ts'

type LabFiltersProps = {
  wanted: LabsWanted
  onTurned: (filter: LabFilter, on: boolean) => void
}

/** Filters the list of labs. Each filter is on or off on its own. */
export function LabFilters({ wanted, onTurned }: LabFiltersProps) {
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
