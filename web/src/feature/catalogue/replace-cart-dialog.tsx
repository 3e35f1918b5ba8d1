import { counted } from '../../lib/format.ts'
import { useCartLabName } from '../../lib/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type ReplaceCartDialogProps = { labName: string; inCart: number; onReplace: () => void; onKeep: () => void }

/** A cart holds tests of one lab: asks before another lab's tests are removed. */
export function ReplaceCartDialog({ labName, inCart, onReplace, onKeep }: ReplaceCartDialogProps) {
  const other = useCartLabName() ?? 'another lab'
  return (
    <Dialog title="Start a new cart?" onClose={onKeep}>
      <p>
        Your cart holds {counted(inCart, 'test')} of {other}. A cart holds tests of one lab, so choosing a
        test of {labName} takes {inCart === 1 ? 'it' : 'them'} out.
      </p>
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
        <Button look="primary" wide onClick={onReplace}>
          Start a new cart
        </Button>
        <Button wide onClick={onKeep}>
          Keep my cart
        </Button>
      </div>
    </Dialog>
  )
}
