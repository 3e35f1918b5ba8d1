import { countClinicalLimits } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import * as copy from '../../copy/cases.ts'
import { call } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'

const tables = {
  critical: copy.limitsCritical,
  plausibility: copy.limitsPlausibility,
  pregnancy: copy.limitsPregnancy,
  resistance: copy.limitsResistance,
  intervals: copy.limitsIntervals,
} as const

/** How many clinical limits no pathologist has signed; nothing until that is known, or once all are signed. */
export function UnsignedLimits() {
  const { data } = useQuery({
    queryKey: ['clinical-limits'],
    queryFn: ({ signal }) => call(countClinicalLimits, { signal }),
  })
  const open = data?.data.filter(({ unsigned }) => unsigned > 0) ?? []
  if (open.length === 0) return null
  const counts = open.map(({ table, rows, unsigned }) => fill(tables[table], { unsigned, rows }))
  return (
    <p className="text-muted text-small max-w-words">
      {fill(copy.limitsUnsigned, { counts: counts.join(', ') })}
    </p>
  )
}
