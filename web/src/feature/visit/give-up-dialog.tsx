import type { LeftOut } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { giveUpRest } from './queries.ts'

type GiveUpProps = {
  reference: string
  samples: readonly LeftOut[]
  onClose: () => void
  onGivenUp: () => void
}

/** Asks once whether what a visit could not take is given up: which tests are not done then, and what of the money. */
export function GiveUpDialog({ reference, samples, onClose, onGivenUp }: GiveUpProps) {
  const act = useAct()
  const cache = useQueryClient()
  const give = () =>
    act.run(async () => {
      await giveUpRest(reference)
      for (const key of ['left-out', 'visit']) await cache.invalidateQueries({ queryKey: [key, reference] })
      toast.success('Given up. We look after the money.')
      onGivenUp()
    })
  return (
    <Dialog
      title="Have the money back instead?"
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={act.working}
          workingText="One moment…"
          onDo={give}
          onLeave={onClose}
          leave="Keep them"
        >
          Give up these tests
        </DialogButtons>
      }
    >
      <NotDone
        failure={act.failure}
        title="Nothing is given up yet"
        unheard="Your network may have dropped."
      />
      <div>
        <p>These tests are not done then:</p>
        <ul className="mt-2 list-disc pl-6 font-semibold">
          {samples
            .flatMap(({ tests }) => tests)
            .map((test) => (
              <li key={test}>{test}</li>
            ))}
        </ul>
      </div>
      <p>
        Your other tests go on. An operator is asked at once to give back the money for these. This cannot be
        undone.
      </p>
    </Dialog>
  )
}
