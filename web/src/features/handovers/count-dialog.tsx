import type { Handover } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Checkbox } from '../../components/choices.tsx'
import * as copy from '../../copy/handovers.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes, plural } from '../../lib/fill.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
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
      if (gone > 0) toast.warn(plural(copy.countedMissing, gone))
      else toast.success(plural(copy.countDone, found.length))
      onClose()
    })
  return (
    <ActDialog
      title={copy.countTitle}
      onClose={onClose}
      button={
        missing > 0
          ? fill(copy.countReport, { missing, all: handover.samples.length })
          : plural(copy.countAll, found.length)
      }
      look={missing > 0 ? 'danger' : 'primary'}
      workingText={shared.oneMoment}
      act={act}
      failed={{ title: copy.countFailed, offline: shared.networkDropped }}
      onDo={send}
    >
      <p>{copy.countHint}</p>
      <fieldset>
        <legend className="mb-2 font-semibold">
          {fillNodes(copy.handoverOrder, { order: <span className="figures">{handover.order}</span> })}
        </legend>
        {labels.map(({ accession, container }) => (
          <Checkbox key={accession} checked={ticked.has(accession)} onChecked={tick(accession)}>
            <span className="figures font-semibold">{accession}</span>{' '}
            <span className="text-muted">{container}</span>
          </Checkbox>
        ))}
      </fieldset>
      {labels.length < handover.samples.length ? (
        <p className="text-muted">{plural(copy.countReceived, handover.samples.length - labels.length)}</p>
      ) : null}
    </ActDialog>
  )
}
