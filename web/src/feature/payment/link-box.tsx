import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'
import { ChatIcon, ShareIcon } from '../../ui/icons.tsx'
import type { LinkedOrder } from './link-dialog.tsx'
import { shareWords, whatsAppAddress } from './rules.ts'

/** The link itself, to read and to copy. */
export function LinkBox({ url }: { url: string }) {
  return (
    <CopyBox
      id="payment-link"
      label="Link"
      value={url}
      what="the payment link"
      done="link copied to clipboard"
    />
  )
}

/** Ways to hand the link on from this phone. The words hold the total and nothing of the patient or the tests. */
export function ShareButtons({ order, phone }: { order: LinkedOrder; phone: string }) {
  const { url, expiresAt } = order.link
  const words = shareWords(order.total, expiresAt, order.link.renewed)
  const share = () => {
    navigator.share({ text: words, url }).catch(() => {
      // Closing the sheet without sharing is no fault.
    })
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
      <a
        href={whatsAppAddress(words, url, phone)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('secondary', false)}
      >
        <ChatIcon />
        WhatsApp
      </a>
      {typeof navigator.share === 'function' ? (
        <Button onClick={share}>
          <ShareIcon />
          Share
        </Button>
      ) : null}
    </div>
  )
}
