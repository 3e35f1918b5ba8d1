import type { RoundVisit } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { keepTicks, keptTicks, type Ticks } from './kept-round.ts'

const nothing: Ticks = { isPatient: false, taken: [], left: [] }

/** The ticks of a visit, restored after a reload, and their setter. */
export function useTicks(
  visit: Pick<RoundVisit, 'id' | 'round'>,
): [Ticks, (change: (before: Ticks) => Ticks) => void] {
  const [ticks, setTicks] = useState(nothing)
  const { id, round } = visit
  useEffect(() => {
    keptTicks({ id, round }, new Date())
      .then((kept) => kept && setTicks((before) => (before === nothing ? { ...nothing, ...kept } : before)))
      .catch(() => undefined)
  }, [id, round])
  useEffect(() => {
    if (ticks !== nothing) keepTicks({ id, round }, ticks, new Date()).catch(() => undefined)
  }, [id, round, ticks])
  return [ticks, setTicks]
}
