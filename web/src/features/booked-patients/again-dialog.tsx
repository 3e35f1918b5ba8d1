import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/booked-patients.ts'
import { plural } from '../../lib/fill.ts'
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
      title={copy.againTitle}
      onClose={onClose}
      actions={
        <DialogButtons working={working} onDo={onGo} onLeave={onClose} leave={copy.againKeep}>
          {copy.againStart}
        </DialogButtons>
      }
    >
      <NotDone failure={failure} />
      <p>
        {inCart > 0 ? `${plural(copy.againCart, inCart)} ` : ''}
        {draft ? `${copy.againDraft} ` : ''}
        {copy.againReplaces}
      </p>
    </Dialog>
  )
}
