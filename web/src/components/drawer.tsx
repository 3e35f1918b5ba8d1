import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import * as copy from '../copy/components.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useModal } from './modal.ts'

type DrawerProps = { name: string; onClose: () => void; children: ReactNode }

/** A panel that slides in from the right. Escape or a tap outside it closes it. */
export function Drawer({ name, onClose, children }: DrawerProps) {
  return createPortal(
    <div
      className="motion-appear bg-veil fixed inset-0 z-40"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div
        {...useModal('button', onClose)}
        role="dialog"
        aria-modal="true"
        aria-label={name}
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
