import type { PauseSaid } from '@labalaba/contract'
import { useAct } from '../../lib/act.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/card.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { begunWords, patientsRead } from './policy.ts'
import { takeBookings } from './queries.ts'

type PausedCardProps = { name: string; address: string; pause: PauseSaid; onDone: () => void }

/** A location that takes no bookings now, with the button that ends the pause. */
export function PausedCard({ name, address, pause, onDone }: PausedCardProps) {
  const now = useNow()
  const act = useAct()
  return (
    <section aria-label={`${name} is paused`} className="space-y-4">
      <Banner tone="warn" title={`${name} takes no bookings`}>
        <Facts
          lines={[
            { label: 'Patients read', value: patientsRead(pause, now) },
            { label: 'Why', value: pause.reason },
            { label: 'Since', value: begunWords(pause, now) },
          ]}
        />
      </Banner>
      <NotDone failure={act.failure} title="Bookings are still paused" />
      <Button
        look="primary"
        wide
        working={act.working}
        workingText="Opening"
        onClick={() =>
          act.run(async () => {
            await takeBookings(address, pause)
            toast.success(`${name} takes bookings again`)
            onDone()
          })
        }
      >
        Take bookings again now
      </Button>
    </section>
  )
}
