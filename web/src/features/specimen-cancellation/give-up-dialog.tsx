import type { AwaitedSamples } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/specimen-cancellation.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
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
  if (refund === null) return isPartOfPackage ? copy.packageOnly : copy.refundAsked
  const cost = fill(copy.refundCost, { amount: naira(refund) })
  return [cost, copy.refundAsked, ...(isPartOfPackage ? [copy.packageToo] : [])].join(' ')
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
      toast.success(copy.givenUp)
      onGivenUp()
    })
  return (
    <Dialog
      title={copy.giveUpTitle}
      onClose={onClose}
      actions={
        <DialogButtons
          look="danger"
          working={act.working}
          workingText={shared.oneMoment}
          onDo={give}
          onLeave={onClose}
          leave={copy.giveUpKeep}
        >
          {copy.giveUpDo}
        </DialogButtons>
      }
    >
      <NotDone failure={act.failure} title={copy.giveUpFailed} unheard={shared.networkDropped} />
      <div>
        <p>{copy.giveUpTests}</p>
        <ul className="mt-2 list-disc pl-6 font-semibold">
          {tests.map((test) => (
            <li key={test}>{test}</li>
          ))}
        </ul>
      </div>
      <p>
        {moneyWords(awaited)} {isVisit ? copy.visitFeeStays : copy.giveUpFree}
      </p>
      <p>{copy.giveUpOthers}</p>
    </Dialog>
  )
}
