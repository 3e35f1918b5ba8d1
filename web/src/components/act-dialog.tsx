import type { ComponentProps, ReactNode } from 'react'
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
      <NotDone failure={act?.failure} {...failed} />
      {children}
    </Dialog>
  )
}
