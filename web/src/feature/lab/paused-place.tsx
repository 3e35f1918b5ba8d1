import type { LabLocation } from '@labalaba/contract'
import { longDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'

/** Why this location takes no bookings for now, and from when it does again. */
export function PausedPlace({ location, others }: { location: LabLocation; others: boolean }) {
  const { pause, name } = location
  if (!pause) return null
  return (
    <Banner tone="warn" title={`${name} takes no bookings for now`} announce>
      <p>
        The lab says: {pause.words.replace(/\.$/, '')}.
        {pause.againOn ? ` Bookings again from ${longDay(pause.againOn)}.` : ''}
      </p>
      {others ? <p>Choose another location of this lab, or look at its tests and prices.</p> : null}
    </Banner>
  )
}
