import { brand, type EndedLink } from '@labalaba/contract'
import { dayAndTime, naira } from '../../lib/format.ts'
import magnifier from '../../ui/art/magnifier.svg'
import { Banner } from '../../ui/banner.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'

type Ended = EndedLink['state']

const words: Record<Ended, { title: string; tone: 'ok' | 'warn' }> = {
  paid: { title: 'This booking is paid', tone: 'ok' },
  expired: { title: 'This link has expired', tone: 'warn' },
  revoked: { title: 'This payment link was stopped', tone: 'warn' },
}

/** The title of a link that cannot be paid any more. */
export function endedTitle(state: Ended): string {
  return words[state].title
}

/** A link that cannot be paid any more: why, whether money is safe, and what to do. */
export function LinkEnded({ link }: { link: EndedLink }) {
  const { state } = link
  return (
    <div className="space-y-6">
      <Banner tone={words[state].tone}>
        {state === 'paid' ? (
          <p>The {naira(link.total)} has arrived. Thank you. Do not pay again.</p>
        ) : (
          <p>
            {state === 'expired'
              ? `It worked until ${dayAndTime(link.expiresAt)}.`
              : 'The person who sent it has stopped it.'}{' '}
            Nothing can be paid with it now. Ask the person who sent it for a new one.
          </p>
        )}
      </Banner>
      <Facts lines={[{ label: 'Order id', value: <Breakable text={link.orderReference} /> }]} />
      {state === 'paid' ? null : (
        <p className="text-muted">
          If money has left your account for this order, do not pay again: write to{' '}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>
      )}
    </div>
  )
}

/** No link has this address: it was cut short, or never was one. */
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
