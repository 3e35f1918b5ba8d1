import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import * as copy from '../../copy/catalogue.ts'
import { plural } from '../../lib/fill.ts'
import { useCartLabName } from '../../lib/hooks.ts'

type ReplaceCartDialogProps = { labName: string; inCart: number; onReplace: () => void; onKeep: () => void }

/** A cart holds tests of one lab: asks before another lab's tests are removed. */
export function ReplaceCartDialog({ labName, inCart, onReplace, onKeep }: ReplaceCartDialogProps) {
  const other = useCartLabName() ?? copy.anotherLab
  return (
    <Dialog title={copy.newCartTitle} onClose={onKeep}>
      <p>{plural(copy.newCartWords, inCart, { other, lab: labName })}</p>
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">
        <Button look="primary" wide onClick={onReplace}>
          {copy.newCart}
        </Button>
        <Button wide onClick={onKeep}>
          {copy.keepCart}
        </Button>
      </div>
    </Dialog>
  )
}
