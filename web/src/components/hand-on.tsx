import { normalisePhone, phoneProblem } from '@labalaba/contract'
import * as copy from '../copy/components.ts'
import { Button, buttonClass } from './button.tsx'
import { ChatIcon } from './first-icons.tsx'
import { ShareIcon } from './icons.tsx'

type HandOnProps = { words: string; url: string; phone?: string }

/** Ways to share a link from this phone, with a text before it. */
export function HandOn({ words, url, phone }: HandOnProps) {
  const share = () => {
    navigator.share({ text: words, url }).catch(() => {
      // Closing the sheet without sharing is no error.
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
        {copy.whatsApp}
      </a>
      {typeof navigator.share === 'function' ? (
        <Button onClick={share}>
          <ShareIcon />
          {copy.share}
        </Button>
      ) : null}
    </div>
  )
}

/** Link that opens WhatsApp with the text and a URL: to `phone` if it is Nigerian, else to a contact the sender picks. */
export function whatsAppAddress(words: string, url: string, phone = ''): string {
  const digits = normalisePhone(phone)
  const to = phoneProblem(digits) === null ? digits : ''
  return `https://wa.me/${to}?text=${encodeURIComponent(`${words}\n${url}`)}`
}
