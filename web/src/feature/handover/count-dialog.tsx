import type { Handover } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act.ts'
import { counted } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { foundOf, waiting } from './policy.ts'
import { confirmFound, readHandoversAgain } from './queries.ts'

type CountProps = { handover: Handover; onClose: () => void }

/** Lab staff tick each label that has arrived from a home visit. Labels that are not ticked are missing. */
export function CountDialog({ handover, onClose }: CountProps) {
  const act = useAct()
  const cache = useQueryClient()
  const [ticked, setTicked] = useTypedState<ReadonlySet<string>>(`count ${handover.visit}`, () => new Set())
  const labels = waiting(handover)
  const found = foundOf(handover, ticked)
  const missing = handover.samples.length - found.length
  const tick = (accession: string) => (isThere: boolean) =>
    setTicked((before) => {
      const next = new Set(before)
      if (isThere) next.add(accession)
      else next.delete(accession)
      return next
    })
  const send = () =>
    act.run(async () => {
      const gone = await confirmFound(handover.visit, found)
      readHandoversAgain(cache)
      if (gone > 0) toast.warn(`${counted(gone, 'sample')} missing. An operator is told.`)
      else toast.success(`${counted(found.length, 'sample')} counted`)
      onClose()
    })
  return (
    <Dialog
      title="Which samples are here?"
      onClose={onClose}
      actions={
        <DialogButtons
          look={missing > 0 ? 'danger' : 'primary'}
          working={act.working}
          workingText="One moment…"
          onDo={send}
          onLeave={onClose}
        >
          {missing > 0
            ? `Report ${missing} of ${handover.samples.length} missing`
            : `All ${found.length} are here`}
        </DialogButtons>
      }
    >
      <NotDone
        failure={act.failure}
        title="Nothing is counted yet"
        unheard="Your network may have dropped."
      />
      <p>
        Compare each label with what you hold, and tick it. Your name is kept with the count, and it is not
        changed any more.
      </p>
      <fieldset>
        <legend className="mb-2 font-semibold">
          Order <span className="figures">{handover.order}</span>
        </legend>
        {labels.map(({ accession, container }) => (
          <Checkbox key={accession} checked={ticked.has(accession)} onChecked={tick(accession)}>
            <span className="figures font-semibold">{accession}</span>{' '}
            <span className="text-muted">{container}</span>
          </Checkbox>
        ))}
      </fieldset>
      {labels.length < handover.samples.length ? (
        <p className="text-muted">
          {counted(handover.samples.length - labels.length, 'sample')} of it the bench has received already.
        </p>
      ) : null}
    </Dialog>
  )
}
