import { useState } from 'react'
import * as copy from '../../copy/components.ts'
import { Dialog } from '../dialog.tsx'
import { EachKey, type OtherKeys } from './each-key.tsx'
import { shownKeys } from './shown-keys.ts'

/** The text of a button, without its shortcut key. */
function wordsOf(button: HTMLElement): string {
  const isSign = (part: ChildNode) => part instanceof Element && part.getAttribute('aria-hidden') === 'true'
  const parts = [...button.childNodes].filter((part) => !isSign(part))
  return parts
    .map(({ textContent }) => textContent)
    .join('')
    .trim()
}

/** Lists every shortcut key of the page: those of its visible buttons, and its others. */
export function KeysDialog({ others, onClose }: { others: OtherKeys; onClose: () => void }) {
  const [shown] = useState(() =>
    shownKeys().map((one) => [[one.getAttribute('aria-keyshortcuts') ?? ''], wordsOf(one)] as const),
  )
  const rows = [...shown.filter(([[key]]) => key !== '?'), ...others, [['?'], copy.keysThis] as const]
  return (
    <Dialog title={copy.keysTitle} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-3">
        {rows.map(([keys, words]) => (
          <div key={words} className="contents">
            <dt>
              <EachKey keys={keys} />
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">{copy.keysNote}</p>
    </Dialog>
  )
}
