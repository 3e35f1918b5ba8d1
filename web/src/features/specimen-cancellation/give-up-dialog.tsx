import type { AwaitedSamples } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../../components/act-dialog.tsx'
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
    <ActDialog
      title={copy.giveUpTitle}
      onClose={onClose}
      button={copy.giveUpDo}
      look="danger"
      workingText={shared.oneMoment}
      leave={copy.giveUpKeep}
      act={act}
      failed={{ title: copy.giveUpFailed, offline: shared.networkDropped }}
      onDo={give}
    >
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
    </ActDialog>
  )
}
