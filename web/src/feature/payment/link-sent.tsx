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
    <Dialog
      key="sent"
      title="Link Sent Successfully!"
      onClose={onClose}
      picture={<Picture src={plane} small />}
    >
      <div className="space-y-2">
        <p>
          We sent it to{' '}
          <b>
            <Breakable text={sentTo} />
          </b>
          .
        </p>
        <p>The link expires after 3 days, on {dayAndTime(order.link.expiresAt)}.</p>
      </div>
      <div>
        <h3 className="heading-small mb-3">What happens next</h3>
        <Timeline
          label="What happens next"
          stages={[
            {
              title: 'The payer opens the link',
              state: 'current',
              words: `They see the total, ${naira(order.total)}, and need no account.`,
            },
            {
              title: 'Your booking is confirmed',
              state: 'upcoming',
              words: 'When the payment arrives, we write to the patient.',
            },
          ]}
        />
      </div>
      <div className="grid gap-3 sm:flex">
        <LinkButton look="primary" wide to="/" replace>
          Go Home
        </LinkButton>
        <LinkButton wide to={`/orders/${order.reference}`} replace>
          See the order
        </LinkButton>
      </div>
    </Dialog>
  )
}
