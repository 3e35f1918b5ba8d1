import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { focusAgain, sleepBehind } from './sleep.ts'

type DialogProps = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Wider than 520 pixels on large screens. */
  wide?: boolean
  /** A picture above the title. */
  picture?: ReactNode
}

/** A dialog: a sheet from below on phones, a card in the middle on larger screens. Escape closes it. */
export function Dialog({ title, onClose, children, wide = false, picture }: DialogProps) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    const wake = sleepBehind()
    if (!box.current?.contains(document.activeElement)) box.current?.querySelector<HTMLElement>('h2')?.focus()
    return () => {
      wake()
      focusAgain(before)
    }
  }, [])
  return createPortal(
    <div className="motion-appear bg-veil fixed inset-0 z-40 flex items-end justify-center overflow-y-auto pt-18 sm:items-center sm:p-6">
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        className={`motion-rise rounded-t-card bg-card shadow-lift sm:rounded-card relative max-h-full w-full overflow-y-auto p-4 pb-6 sm:p-6 ${wide ? 'sm:max-w-160' : 'sm:max-w-130'}`}
      >
        <div className="absolute top-2 right-2">
          <IconButton name="Close" onClick={onClose}>
            <CloseIcon size={24} />
          </IconButton>
        </div>
        {picture}
        <h2 id={titleId} tabIndex={-1} className="pr-12">
          {title}
        </h2>
        <div className="mt-4 space-y-6">{children}</div>
      </div>
    </div>,
    document.body,
  )
}
