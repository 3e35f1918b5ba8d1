import { useRef } from 'react'
import * as copy from '../copy/components.ts'
import { fill } from '../lib/fill.ts'
import { toast } from '../lib/toast.ts'
import { CopyIcon } from './icons.tsx'

/** Copies the text of a field to the clipboard; if the browser refuses the clipboard, by the old command. */
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

type CopyBoxProps = {
  id: string
  label: string
  value: string
  /** Names the copied text, for screen readers. */
  what: string
  /** The notice once it is copied. */
  done: string
  /** Large and centred, for a text that is read out. */
  large?: boolean
  onCopied?: () => void
}

/** A text to read and to copy. */
export function CopyBox({ id, label, value, what, done, large = false, onCopied }: CopyBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  async function copyText(): Promise<void> {
    if (!field.current) return
    if (await copyFrom(field.current)) {
      toast.success(done)
      onCopied?.()
    } else toast.warn(fill(copy.copyByHand, { what }))
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="ring-within border-border rounded-field flex overflow-hidden border-2">
        <input
          ref={field}
          id={id}
          type="text"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className={`min-w-0 flex-1 px-3 text-ellipsis ${large ? 'bg-indigo-tint font-head text-figure figures h-16 text-center font-semibold tracking-wider' : 'bg-sand text-input h-12'}`}
        />
        <button
          type="button"
          aria-label={fill(copy.copyThe, { what })}
          onClick={() => void copyText()}
          className="border-border bg-card text-indigo text-input hover:bg-indigo-tint flex min-h-12 items-center gap-2 border-l-2 px-4 font-semibold"
        >
          <CopyIcon />
          {copy.copy}
        </button>
      </div>
    </div>
  )
}
