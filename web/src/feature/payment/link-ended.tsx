import { brand, type EndedLink } from '@labalaba/contract'
import { dayAndTime, naira } from '../../lib/format.ts'
import magnifier from '../../ui/art/magnifier.svg'
import { Breakable } from '../../ui/breakable.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Outcome } from './outcome.tsx'

type Ended = EndedLink['state']

const titles: Record<Ended, string> = {
  paid: 'This booking is paid',
  expired: 'This link has expired',
  revoked: 'This payment link was stopped',
}

/** Why the link cannot be paid, and what to do. */
function Standing({ link: { state, total, expiresAt } }: { link: EndedLink }) {
  if (state === 'paid') {
    return (
      <>
        <p>
          The <b className="figures">{naira(total)}</b> has arrived. Thank you.
        </p>
        <p>
          Do not pay again. If you have paid as well as somebody else, your money goes back by itself to where
          it came from.
        </p>
      </>
    )
  }
  return (
    <>
      <p>
        {state === 'expired'
          ? `It worked until ${dayAndTime(expiresAt)}.`
          : 'The person who sent it has stopped it.'}{' '}
        Nothing can be paid with it now.
      </p>
      <p>Ask the person who sent it for a new one.</p>
    </>
  )
}

/** A link that can no longer be paid: why, whether money is safe, and what to do. */
export function LinkEnded({ link }: { link: EndedLink }) {
  const paid = link.state === 'paid'
  return (
    <>
      <Outcome kind={paid ? 'settled' : 'held'} title={titles[link.state]}>
        <Standing link={link} />
      </Outcome>
      <Card edge>
        <Facts
          lines={[
            { label: 'Order id', value: <Breakable text={link.orderReference} /> },
            { label: paid ? 'Paid' : 'Total', value: <b className="figures">{naira(link.total)}</b> },
          ]}
        />
      </Card>
      {paid ? null : (
        <section aria-labelledby="money">
          <h2 id="money" className="heading-small">
            Has money left your account?
          </h2>
          <p className="text-muted mt-2">
            Then do not pay again: write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>{' '}
            and name the order id.
          </p>
        </section>
      )}
    </>
  )
}

/** No link has this URL: it was truncated or never existed. */
export function LinkUnknown() {
  return (
    <EmptyState
      headingLevel="h1"
      title="We do not know this payment link"
      picture={magnifier}
      action={
        <LinkButton wide to="/">
          Go to the home page
        </LinkButton>
      }
    >
      Part of the address may be missing. Open the link again from the message, or ask for a new one. Nothing
      has been paid.
    </EmptyState>
  )
}
