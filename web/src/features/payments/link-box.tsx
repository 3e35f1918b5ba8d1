import { CopyBox } from '../../components/copy-box.tsx'
import { HandOn } from '../../components/hand-on.tsx'
import * as copy from '../../copy/payments.ts'
import type { LinkedOrder } from './link-dialog.tsx'
import { shareWords } from './policy.ts'

/** The payment link, to read and to copy. */
export function LinkBox({ url }: { url: string }) {
  return (
    <CopyBox
      id="payment-link"
      label={copy.linkLabel}
      value={url}
      what={copy.linkWhat}
      done={copy.linkCopied}
    />
  )
}

/** Buttons to share the link from this phone. The text has the total and nothing about the patient or the tests. */
export function ShareButtons({ order, phone }: { order: LinkedOrder; phone: string }) {
  const { url, expiresAt, renewed } = order.link
  return <HandOn words={shareWords(order.total, expiresAt, renewed)} url={url} phone={phone} />
}
