import { brand, type EndedLink } from '@labalaba/contract'
import magnifier from '../../components/art/magnifier.svg'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/payments.ts'
import * as shared from '../../copy/shared.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { Outcome } from './outcome.tsx'

type Ended = EndedLink['state']

const titles: Record<Ended, string> = {
  paid: copy.endedPaidTitle,
  expired: copy.endedExpiredTitle,
  revoked: copy.endedStoppedTitle,
}

/** Why the link cannot be paid, and what to do. */
function Standing({ link: { state, total, expiresAt } }: { link: EndedLink }) {
  if (state === 'paid') {
    return (
      <>
        <p>{fillNodes(copy.endedPaid, { amount: <b className="figures">{naira(total)}</b> })}</p>
        <p>{copy.endedPaidTwice}</p>
      </>
    )
  }
  return (
    <>
      <p>
        {state === 'expired' ? fill(copy.endedExpired, { time: dayAndTime(expiresAt) }) : copy.endedStopped}{' '}
        {copy.endedNoPaying}
      </p>
      <p>{copy.endedAsk}</p>
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
            { label: copy.orderId, value: <Breakable text={link.orderReference} /> },
            { label: paid ? copy.paid : shared.total, value: <b className="figures">{naira(link.total)}</b> },
          ]}
        />
      </Card>
      {paid ? null : (
        <section aria-labelledby="money">
          <h2 id="money" className="heading-small">
            {copy.endedMoneyTitle}
          </h2>
          <p className="text-muted mt-2">
            {fillNodes(copy.endedMoney, {
              email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
            })}
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
      title={copy.unknownLinkTitle}
      picture={magnifier}
      action={
        <LinkButton wide to="/">
          {copy.goHomePage}
        </LinkButton>
      }
    >
      {copy.unknownLink}
    </EmptyState>
  )
}
