import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import * as copy from '../copy/components.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { focusAgain, sleepBehind } from './sleep.ts'

type DrawerProps = { name: string; onClose: () => void; children: ReactNode }

/** A panel that slides in from the right. Escape or a tap outside it closes it. */
export function Drawer({ name, onClose, children }: DrawerProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const wake = sleepBehind()
    box.current?.querySelector('button')?.focus()
    return () => {
      wake()
      focusAgain(before)
    }
  }, [])
  return createPortal(
    <div
      className="motion-appear bg-veil fixed inset-0 z-40"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-label={name}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        className="motion-come-in bg-paper absolute inset-y-0 right-0 flex w-[min(20rem,88vw)] flex-col overflow-y-auto px-4 pt-2"
      >
        <div className="mb-2 self-end">
          <IconButton name={copy.closeMenu} onClick={onClose}>
            <CloseIcon size={24} />
          </IconButton>
        </div>
        {children}
      </div>
    </div>,
    document.body,
  )
}
