import { useParams } from 'react-router'
import mast from '../../components/art/mast.svg'
import { Skeleton, Trouble, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/payments.ts'
import * as shared from '../../copy/shared.ts'
import { LinkEnded, LinkUnknown } from '../../features/payments/link-ended.tsx'
import { PayPanel } from '../../features/payments/link-view.tsx'
import { usePaymentLink } from '../../features/payments/queries.ts'
import { LinkReceipt } from '../../features/receipts/receipt-download.tsx'
import { failureWords, isOffline, isUnknown } from '../../lib/api.ts'
import { fillNodes, plural } from '../../lib/fill.ts'
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
  const asked = usePaymentLink(token)
  const link = asked.data?.data

  if (isUnknown(asked.error)) return <LinkUnknown />
  if (!link) {
    return (
      <div className="column space-y-6 py-6 md:py-8">
        <h1>{copy.payTitle}</h1>
        {asked.isError ? (
          <Trouble picture={isOffline(asked.error) ? mast : undefined} onRetry={() => void asked.refetch()}>
            {isOffline(asked.error) ? shared.noAnswer : `${failureWords(asked.error)}.`} {copy.payNothingPaid}
          </Trouble>
        ) : (
          <Waiting onRetry={() => void asked.refetch()}>
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
      <PayPanel token={token} link={link} onEnded={() => void asked.refetch()} />
    </div>
  )
}
