import { brand, type EndedLink } from '@labalaba/contract'
import { useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import mast from '../../components/art/mast.svg'
import { Breakable } from '../../components/breakable.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { EmptyState, Skeleton, Trouble, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/payments.ts'
import * as shared from '../../copy/shared.ts'
import { PayPanel } from '../../features/payments/link-view.tsx'
import { Outcome } from '../../features/payments/outcome.tsx'
import { usePaymentLink } from '../../features/payments/queries.ts'
import { LinkReceipt } from '../../features/receipts/receipt-download.tsx'
import { failureWords, isOffline, isUnknown } from '../../lib/api.ts'
import { fill, fillNodes, plural } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'

function Blocks() {
  return (
    <div className="space-y-6">
      <Skeleton className="h-58 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-13 w-full" />
    </div>
  )
}

/** The page of a payment link: no account, no menu, one action. */
export function PayLinkPage() {
  useTitle(copy.payTitle)
  const { token = '' } = useParams()
  const query = usePaymentLink(token)
  const link = query.data?.data

  if (isUnknown(query.error)) return <LinkUnknown />
  if (!link) {
    return (
      <div className="column space-y-6 py-6 md:py-8">
        <h1>{copy.payTitle}</h1>
        {query.isError ? (
          <Trouble picture={isOffline(query.error) ? mast : undefined} onRetry={() => void query.refetch()}>
            {isOffline(query.error) ? shared.noAnswer : `${failureWords(query.error)}.`} {copy.payNothingPaid}
          </Trouble>
        ) : (
          <Waiting onRetry={() => void query.refetch()}>
            <Blocks />
          </Waiting>
        )}
      </div>
    )
  }
  if (link.state !== 'active') {
    return (
      <div className="column space-y-6 py-6 md:py-8">
        <LinkEnded link={link} />
        {link.receipt ? <LinkReceipt token={token} /> : null}
      </div>
    )
  }
  return (
    <div className="column space-y-6 py-6 md:py-8">
      <div>
        <p className="text-muted">
          {fillNodes(copy.payFor, { patient: <b className="text-ink">{link.patientName}</b> })}
        </p>
        <h1 className="mt-2">{plural(copy.payTests, link.testCount, { lab: link.lab })}</h1>
      </div>
      <PayPanel token={token} link={link} onEnded={() => void query.refetch()} />
    </div>
  )
}

type Ended = EndedLink['state']

const titles: Record<Ended, string> = {
  paid: copy.endedPaidTitle,
  expired: copy.endedExpiredTitle,
  revoked: copy.endedStoppedTitle,
}

/** Why the link cannot be paid, and what to do. */
function LinkStatus({ link: { state, total, expiresAt } }: { link: EndedLink }) {
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
function LinkEnded({ link }: { link: EndedLink }) {
  const paid = link.state === 'paid'
  return (
    <>
      <Outcome kind={paid ? 'settled' : 'held'} title={titles[link.state]}>
        <LinkStatus link={link} />
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
function LinkUnknown() {
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
