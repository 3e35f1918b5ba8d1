import plane from '../../components/art/paper-plane.svg'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Picture } from '../../components/states.tsx'
import { Timeline } from '../../components/timeline.tsx'
import * as copy from '../../copy/payments.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import type { LinkedOrder } from './link-dialog.tsx'

type LinkSentProps = { order: LinkedOrder; sentTo: string; onClose: () => void }

/** The link was mailed: to whom, how long it works, and what happens next. */
export function LinkSent({ order, sentTo, onClose }: LinkSentProps) {
  return (
    <Dialog key="sent" title={copy.sentTitle} onClose={onClose} picture={<Picture src={plane} small />}>
      <div className="space-y-2">
        <p>
          {fillNodes(copy.sentTo, {
            email: (
              <b>
                <Breakable text={sentTo} />
              </b>
            ),
          })}
        </p>
        <p>{fill(copy.sentExpires, { time: dayAndTime(order.link.expiresAt) })}</p>
      </div>
      <div>
        <h3 className="heading-small mb-3">{copy.nextTitle}</h3>
        <Timeline
          label={copy.nextTitle}
          stages={[
            {
              title: copy.sentStepOpens,
              state: 'current',
              words: fill(copy.sentStepTotal, { total: naira(order.total) }),
            },
            {
              title: copy.sentStepConfirmed,
              state: 'upcoming',
              words: copy.sentStepTold,
            },
          ]}
        />
      </div>
      <div className="grid gap-3 sm:flex">
        <LinkButton look="primary" wide to="/" replace>
          {copy.sentHome}
        </LinkButton>
        <LinkButton wide to={`/orders/${order.reference}`} replace>
          {copy.seeOrder}
        </LinkButton>
      </div>
    </Dialog>
  )
}
