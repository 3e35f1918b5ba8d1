import { useRef } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ChatIcon, CopyIcon, ShareIcon } from '../../ui/icons.tsx'
import type { LinkedOrder } from './link-dialog.tsx'
import { shareWords, whatsAppAddress } from './rules.ts'

/** Puts the text of a field on the clipboard; where the browser has no clipboard for us, by the old command. */
async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.focus()
    field.select()
    try {
      return document.execCommand('copy')
    } catch {
      return false
    }
  }
}

/** The link itself, to read and to copy. */
export function LinkBox({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  async function copy(): Promise<void> {
    if (!field.current) return
    if (await copyFrom(field.current)) toast.success('link copied to clipboard')
    else toast.warn('Hold the link with your finger, then choose Copy.')
  }
  return (
    <div>
      <label htmlFor="payment-link" className="mb-1 block font-semibold">
        Link
      </label>
      <div className="ring-within border-border rounded-field flex overflow-hidden border-2">
        <input
          ref={field}
          id="payment-link"
          type="text"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="bg-sand text-input h-12 min-w-0 flex-1 px-3 text-ellipsis"
        />
        <button
          type="button"
          onClick={() => void copy()}
          className="border-border bg-card text-indigo text-input hover:bg-indigo-tint flex min-h-12 items-center gap-2 border-l-2 px-4 font-semibold"
        >
          <CopyIcon />
          Copy
          <span className="sr-only"> the payment link</span>
        </button>
      </div>
    </div>
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
