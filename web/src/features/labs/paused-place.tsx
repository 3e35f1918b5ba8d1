import type { LabLocation } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'

/** Why this location takes no bookings for now, and from when it does again. */
export function PausedPlace({ location, others }: { location: LabLocation; others: boolean }) {
  const { pause, name } = location
  if (!pause) return null
  return (
    <Banner tone="warn" title={fill(copy.paused, { location: name })} announce>
      <p>
        {fill(copy.labSays, { words: pause.words.replace(/\.$/, '') })}{' '}
        {pause.againOn ? fill(copy.againFrom, { day: longDay(pause.againOn) }) : ''}
      </p>
      {others ? <p>{copy.pausedHint}</p> : null}
    </Banner>
  )
}
