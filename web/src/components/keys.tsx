import { Fragment, useEffect, useState } from 'react'
import * as copy from '../copy/components.ts'
import { Dialog } from './dialog.tsx'

/** Keys of a page that belong to no button, each with its effect. */
type OtherKeys = readonly (readonly [keys: readonly string[], words: string])[]

/** Several keys for one action, side by side. */
function EachKey({ keys }: { keys: readonly string[] }) {
  return keys.map((key, place) => (
    <Fragment key={key}>
      {place > 0 ? ' ' : null}
      <kbd className="rounded-field border-border bg-card text-small inline-block min-w-6 border px-1.5 text-center leading-5">
        {key}
      </kbd>
    </Fragment>
  ))
}

/** The shortcut key of the button around it, for users with a keyboard. Screen readers get it from the button. */
export function KeySign({ letter }: { letter: string }) {
  return (
    <span aria-hidden="true" className="hidden md:pointer-fine:inline">
      <kbd className="rounded-field text-small inline-block min-w-6 border border-current px-1.5 text-center leading-5 font-normal">
        {letter}
      </kbd>
    </span>
  )
}

/** Enables the shortcut keys of a page's buttons and shows them at its foot; `?` lists them all. */
export function Keys({ others = [] }: { others?: OtherKeys }) {
  const [open, setOpen] = useState(false)
  useShownKeys()
  return (
    <>
      <p className="text-muted hidden flex-wrap items-center gap-x-4 md:pointer-fine:flex">
        {others.map(([keys, words]) => (
          <span key={words}>
            <EachKey keys={keys} /> {words}
          </span>
        ))}
        <button
          type="button"
          aria-keyshortcuts="?"
          className="min-h-row rounded-button text-indigo inline-flex items-center gap-2 underline underline-offset-3"
          onClick={() => setOpen(true)}
        >
          {copy.keysAll}
          <KeySign letter="?" />
        </button>
      </p>
      {open ? <KeysDialog others={others} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

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
function KeysDialog({ others, onClose }: { others: OtherKeys; onClose: () => void }) {
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

/**
 * A hand scanner types a whole number in a few hundredths of a second. So a key counts only if no other key came within
 * this time before it and none follows within it, in milliseconds.
 */
const alone = 90
/** This many keys in a row, each so soon after the one before, come from a scanner. */
const scanned = 5

/** True while the user types or a dialog is open: keys mean something else then. */
export function isTyping(target: EventTarget | null): boolean {
  return document.querySelector('[role=dialog]') !== null || isField(target)
}

/** True in a field, where every key is input. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null
  )
}

/** The visible buttons and links that have a shortcut key. */
function shownKeys(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')
  return [...all].filter((one) => one.getClientRects().length > 0)
}

/** The visible button or link of a key, if there is one. */
function shownFor(key: string): HTMLElement | undefined {
  return shownKeys().find((one) => one.getAttribute('aria-keyshortcuts') === key)
}

/**
 * A key activates the visible button or link that names it in `aria-keyshortcuts`, like a tap. Nothing happens while
 * the user or a scanner types, or while a dialog is open. The Enter at the end of a scanned number does not activate
 * the focused element.
 */
function useShownKeys(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = Number.NEGATIVE_INFINITY
    let run = 0
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp, repeat, ctrlKey, metaKey, altKey } = event
      clearTimeout(timer)
      const isAlone = timeStamp - last > alone
      last = timeStamp
      if (key === 'Enter' && !isAlone && run >= scanned && !isField(target)) event.preventDefault()
      // A scanner presses Shift for its capitals.
      if (key.length === 1) run = isAlone ? 1 : run + 1
      if (!isAlone || repeat || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (!shownFor(key)) return
      timer = setTimeout(() => {
        if (!isTyping(document.activeElement)) shownFor(key)?.click()
      }, alone)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
