import { counted } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import type { InTheWay } from './queries.ts'

type AgainProps = {
  inTheWay: InTheWay
  working: boolean
  failure: unknown
  onGo: () => void
  onClose: () => void
}

/** Asks before a booking in progress is replaced by another patient's. */
export function AgainDialog({ inTheWay: { inCart, draft }, working, failure, onGo, onClose }: AgainProps) {
  return (
    <Dialog
      title="Start a new cart?"
      onClose={onClose}
      actions={
        <DialogButtons working={working} onDo={onGo} onLeave={onClose} leave="Keep my cart">
          Start a new cart
        </DialogButtons>
      }
    >
      <NotDone failure={failure} />
      <p>
        {inCart > 0 ? `Your cart holds ${counted(inCart, 'test')}. ` : ''}
        {draft ? 'You have begun to fill in a booking. ' : ''}A new cart takes the place of it.
      </p>
    </Dialog>
  )
}
