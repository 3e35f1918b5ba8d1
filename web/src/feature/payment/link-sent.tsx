import * as copy from '../../copy/payment.ts'
import { fill } from '../../lib/fill.ts'
import { fillNodes } from '../../lib/fill-nodes.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import plane from '../../ui/art/paper-plane.svg'
import { Breakable } from '../../ui/breakable.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Timeline } from '../../ui/timeline.tsx'
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
