import type { PauseSaid } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Facts } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/opening-hours.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { patientsRead, sinceWords } from './policy.ts'
import { takeBookings } from './queries.ts'

type PausedCardProps = { name: string; address: string; pause: PauseSaid; onDone: () => void }

/** A location that takes no bookings now, with the button that ends the pause. */
export function PausedCard({ name, address, pause, onDone }: PausedCardProps) {
  const now = useNow()
  const act = useAct()
  return (
    <section aria-label={fill(copy.isPaused, { location: name })} className="space-y-4">
      <Banner tone="warn" title={fill(copy.takesNone, { location: name })}>
        <Facts
          lines={[
            { label: copy.factPatientsRead, value: patientsRead(pause, now) },
            { label: copy.reason, value: pause.reason },
            { label: copy.factSince, value: sinceWords(pause, now) },
          ]}
        />
      </Banner>
      <NotDone failure={act.failure} title={copy.endFailed} />
      <Button
        look="primary"
        wide
        working={act.working}
        workingText={copy.opening}
        onClick={() =>
          act.run(async () => {
            await takeBookings(address, pause)
            toast.success(fill(copy.endDone, { location: name }))
            onDone()
          })
        }
      >
        {copy.endPause}
      </Button>
    </section>
  )
}
