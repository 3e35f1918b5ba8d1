import type { OwnResults } from '@labalaba/contract'
import { useAct } from '../../lib/act.ts'
import { counted, dayAndTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckCircleIcon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { acknowledge } from './queries.ts'

type AcknowledgementProps = {
  results: OwnResults
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
  onChanged: () => void
}

/** Shown with a patient's results: the doctor acknowledges that they have seen them. */
export function Acknowledgement({ results, onRefused, onChanged }: AcknowledgementProps) {
  const { acknowledgedAt, toAcknowledge, keptPrivate, patientName } = results
  const takenBack = toAcknowledge.some(({ withdrawn }) => withdrawn)
  const act = useAct()
  function say(): void {
    act.run(async () => {
      try {
        await acknowledge(results)
      } catch (failure) {
        if (onRefused(failure, say)) return
        throw failure
      }
      toast.success('Acknowledged')
      onChanged()
    })
  }
  return (
    <div className="space-y-6 print:hidden">
      <Card as="section" labelledBy="seen-to">
        <h2 id="seen-to" className="heading-small">
          {acknowledgedAt
            ? 'You have seen to these'
            : takenBack
              ? 'A result was taken back'
              : 'Have you seen to these?'}
        </h2>
        {acknowledgedAt ? (
          <p className="text-leaf mt-2 flex items-center gap-2 font-semibold">
            <CheckCircleIcon />
            <span>Acknowledged {dayAndTime(acknowledgedAt)}</span>
          </p>
        ) : toAcknowledge.length > 0 ? (
          <>
            <p className="mt-1 mb-4">
              {takenBack
                ? 'The lab has taken back what you had read. Acknowledge it once you know what that changes.'
                : 'Acknowledge them once you have read them and know what to do. A corrected one comes back to your inbox.'}
            </p>
            <NotDone failure={act.failure} />
            <Button look="primary" wide working={act.working} workingText="Writing it down" onClick={say}>
              Acknowledge {counted(toAcknowledge.length, 'result')}
            </Button>
          </>
        ) : (
          <p className="mt-1">There is nothing to acknowledge.</p>
        )}
        {keptPrivate > 0 ? (
          <p className="text-small text-muted mt-4">
            {patientName} keeps {counted(keptPrivate, 'specially protected test')} private.
          </p>
        ) : null}
      </Card>
      <p className="text-small text-muted">
        You read these because {patientName} agrees to it. Every look is written down, and they see it.{' '}
        <Link to="/portal/doctor">Back to the inbox</Link>
      </p>
    </div>
  )
}
