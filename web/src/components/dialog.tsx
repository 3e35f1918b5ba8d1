import { type ComponentProps, type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import { Button, IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useModal } from './modal.ts'

type DialogProps = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Wider than 520 pixels on large screens. */
  wide?: boolean
  /** A picture above the title. */
  picture?: ReactNode
  /** Buttons that stay visible at the bottom however long the rest is. */
  actions?: ReactNode
}

/** A dialog: a sheet from below on phones, a card in the middle on larger screens. Escape closes it. */
export function Dialog({ title, onClose, children, wide = false, picture, actions }: DialogProps) {
  const titleId = useId()
  return createPortal(
    <div className="motion-appear bg-veil fixed inset-0 z-40 flex items-end justify-center overflow-y-auto pt-18 sm:items-center sm:p-6">
      <div
        {...useModal('h2', onClose)}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        className={`motion-rise rounded-t-card bg-card shadow-lift sm:rounded-card relative max-h-full w-full overflow-y-auto p-4 pb-6 sm:p-6 ${actions ? 'scroll-pb-24' : ''} ${wide ? 'sm:max-w-160' : 'sm:max-w-130'}`}
      >
        <div className="absolute top-2 right-2">
          <IconButton name={shared.close} onClick={onClose}>
            <CloseIcon size={24} />
          </IconButton>
        </div>
        {picture}
        <h2 id={titleId} tabIndex={-1} className="pr-12">
          {title}
        </h2>
        <div className="mt-4 space-y-6">{children}</div>
        {actions ? (
          <div className="border-hair bg-card sticky -bottom-6 z-10 -mx-4 mt-6 -mb-6 flex flex-wrap gap-3 border-t px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
            {actions}
          </div>
        ) : null}
      </div>
    </div>,
    document.body,
  )
}

type DialogButtonsProps = Pick<ComponentProps<typeof Button>, 'look' | 'working' | 'workingText'> & {
  /** The label of the action. */
  children: ReactNode
  onDo: () => void
  onLeave: () => void
  leave?: string
}

/** The action of a dialog and the way out of it, visible however long the rest is. */
export function DialogButtons({
  look = 'primary',
  children,
  onDo,
  onLeave,
  leave = copy.notNow,
  ...work
}: DialogButtonsProps) {
  return (
    <div className="grid w-full gap-3 sm:flex sm:flex-row-reverse sm:justify-start">
      <Button wide look={look} {...work} onClick={onDo}>
        {children}
      </Button>
      <Button wide look="quiet" onClick={onLeave}>
        {leave}
      </Button>
    </div>
  )
}
