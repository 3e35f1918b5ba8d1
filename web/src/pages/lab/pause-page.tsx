import type { PauseDesk, PauseDetails } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/opening-hours.ts'
import { PauseForm } from '../../features/pauses/pause-form.tsx'
import {
  begunWords,
  endedWords,
  expectedWords,
  patientsRead,
  sinceWords,
} from '../../features/pauses/policy.ts'
import { forgetPauses, takeBookings, usePauseDesk } from '../../features/pauses/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { ManagePage } from './manage-page.tsx'
import { WhichLocation } from './which-location.tsx'

/** Whether a lab's locations take bookings, for its managers. */
export function PausePage() {
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const query = usePauseDesk(params.get('location') ?? '')
  const changed = () => void forgetPauses(cache)
  return (
    <ManagePage title={copy.pauseTitle} query={query}>
      {(desk) => (
        <>
          <WhichLocation
            {...desk}
            touched={touched}
            onChosen={(location) => setParams({ location }, { replace: true })}
          />
          {desk.pause ? (
            <PausedCard {...desk} pause={desk.pause} onDone={changed} />
          ) : (
            <PauseForm key={desk.address} desk={desk} onTouched={setTouched} onDone={changed} />
          )}
          <WaitingOrders {...desk} />
          <PausesBefore before={desk.before} />
        </>
      )}
    </ManagePage>
  )
}

type PausedCardProps = { name: string; address: string; pause: PauseDetails; onDone: () => void }

/** A location that takes no bookings now, with the button that ends the pause. */
function PausedCard({ name, address, pause, onDone }: PausedCardProps) {
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

/** The paid orders waiting at a location, each with a link. */
function WaitingOrders({ waiting, more, name }: Pick<PauseDesk, 'waiting' | 'more' | 'name'>) {
  const now = useNow()
  return (
    <Card as="section" labelledBy="waiting">
      <h2 id="waiting" className="heading-small mb-1">
        {fill(copy.waitingTitle, { location: name })}
      </h2>
      {waiting.length === 0 ? (
        <p className="text-muted">{copy.noneWaiting}</p>
      ) : (
        <>
          <p className="text-muted">{plural(copy.waitingWords, waiting.length + more)}</p>
          <ul className="divide-hair mt-2 divide-y">
            {waiting.map((order) => (
              <li key={order.reference} className="flex flex-wrap items-center justify-between gap-x-4">
                <span>{expectedWords(order, now)}</span>
                <Link
                  to={`/portal/lab/orders/${encodeURIComponent(order.reference)}`}
                  className="min-h-row inline-flex items-center font-semibold"
                >
                  {order.reference}
                </Link>
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="text-muted mt-2">{plural(copy.moreWaiting, more)}</p> : null}
        </>
      )}
    </Card>
  )
}

/** The past pauses. */
function PausesBefore({ before }: { before: readonly PauseDetails[] }) {
  const now = useNow()
  if (before.length === 0) return null
  return (
    <section aria-labelledby="before">
      <h2 id="before" className="heading-small mb-1">
        {copy.earlierPauses}
      </h2>
      <ul className="divide-hair divide-y">
        {before.map((pause) => (
          <li key={pause.id} className="py-2">
            {pause.reason}
            <span className="text-muted text-small block">
              {begunWords(pause, now)} {endedWords(pause, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
