import type { AwaitedSamples } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act.ts'
import { naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { giveUp } from './queries.ts'

type GiveUpProps = {
  reference: string
  awaited: AwaitedSamples
  isVisit: boolean
  onClose: () => void
  onGivenUp: () => void
}

/** What happens to the money, in one or two sentences. */
function moneyWords({ refund, isPartOfPackage }: AwaitedSamples): string {
  const whole = refund === null ? '' : `${naira(refund)} is what they cost. `
  if (!isPartOfPackage) return `${whole}An operator is asked at once to give it back to whoever paid.`
  return refund === null
    ? 'They are a part of a package, which has one price. An operator agrees with the lab what they are worth, and gives that back to whoever paid.'
    : `${whole}An operator is asked at once to give it back to whoever paid. For what is a part of a package they agree with the lab what it is worth.`
}

/** Asks for confirmation before the outstanding specimens are given up: names the tests and what happens to the money. */
export function GiveUpDialog({ reference, awaited, isVisit, onClose, onGivenUp }: GiveUpProps) {
  const act = useAct()
  const cache = useQueryClient()
  const tests = [...new Set(awaited.samples.flatMap((sample) => sample.tests))]
  const give = () =>
    act.run(async () => {
      await giveUp(
        reference,
        awaited.samples.map(({ accession }) => accession),
      )
      for (const key of ['awaited', 'left-out', 'new-samples', 'visit'])
        await cache.invalidateQueries({ queryKey: [key, reference] })
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
          {tests.map((test) => (
            <li key={test}>{test}</li>
          ))}
        </ul>
      </div>
      <p>
        {moneyWords(awaited)}
        {isVisit ? ' The fee for the home visit stays, as somebody came.' : ' It costs you nothing.'}
      </p>
      <p>Your other tests go on. This cannot be undone.</p>
    </Dialog>
  )
}
