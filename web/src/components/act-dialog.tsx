import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import type { Act } from '../lib/act.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { NotDone } from './not-done.tsx'

type ActDialogProps = Omit<ComponentProps<typeof Dialog>, 'actions' | 'picture'> &
  Omit<ComponentProps<typeof DialogButtons>, 'children' | 'onLeave' | 'working'> & {
    /** The label of the button that runs the action. */
    button: ReactNode
    /** The action itself, if it takes time: the button waits for it, and its failure is shown above the content. */
    act?: Pick<Act, 'working' | 'failure'>
    /** The words above a failure, where the usual ones do not fit. */
    failed?: Omit<ComponentProps<typeof NotDone>, 'failure'>
  }

/** A dialog with one action and the way out of it. */
export function ActDialog({
  button,
  act,
  failed,
  onDo,
  onClose,
  children,
  title,
  wide = false,
  ...look
}: ActDialogProps) {
  const failure = act?.failure
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button is at the end of a form that may be longer than the screen.
    if (failure) top.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      actions={
        <DialogButtons {...look} working={act?.working ?? false} onDo={onDo} onLeave={onClose}>
          {button}
        </DialogButtons>
      }
    >
      {failure ? (
        <div ref={top}>
          <NotDone failure={failure} {...failed} />
        </div>
      ) : null}
      {children}
    </Dialog>
  )
}
