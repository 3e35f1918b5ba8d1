import type { OwnResults } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CheckCircleIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/inbox.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { acknowledge } from './queries.ts'

type AcknowledgementProps = {
  results: OwnResults
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
  onChanged: () => void
}

/** Shown with a patient's results: the doctor acknowledges that they have seen them. */
export function Acknowledgement({ results, onRefused, onChanged }: AcknowledgementProps) {
  const { acknowledgedAt, toAcknowledge, keptPrivate, patientName, breakGlassUntil } = results
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
      toast.success(copy.acknowledged)
      onChanged()
    })
  }
  return (
    <div className="space-y-6 print:hidden">
      <Card as="section" labelledBy="seen-to">
        <h2 id="seen-to" className="heading-small">
          {acknowledgedAt ? copy.acknowledgedTitle : takenBack ? copy.takenBackTitle : copy.acknowledgeTitle}
        </h2>
        {acknowledgedAt ? (
          <p className="text-leaf mt-2 flex items-center gap-2 font-semibold">
            <CheckCircleIcon />
            <span>{fill(copy.acknowledgedAt, { at: dayAndTime(acknowledgedAt) })}</span>
          </p>
        ) : toAcknowledge.length > 0 ? (
          <>
            <p className="mt-1 mb-4">{takenBack ? copy.takenBackSays : copy.acknowledgeSays}</p>
            <NotDone failure={act.failure} />
            <Button look="primary" wide working={act.working} workingText={shared.saving} onClick={say}>
              {plural(copy.acknowledge, toAcknowledge.length)}
            </Button>
          </>
        ) : (
          <p className="mt-1">{copy.nothingToAcknowledge}</p>
        )}
        {keptPrivate > 0 ? (
          <p className="text-small text-muted mt-4">
            {plural(breakGlassUntil ? copy.testsNotOpened : copy.testsPrivate, keptPrivate, {
              name: patientName,
            })}
          </p>
        ) : null}
      </Card>
      <p className="text-small text-muted">
        {breakGlassUntil
          ? fill(copy.openedUntil, { name: patientName, time: dayAndTime(breakGlassUntil) })
          : fill(copy.readBecause, { name: patientName })}{' '}
        <Link to="/portal/doctor">{copy.backToInbox}</Link>
      </p>
    </div>
  )
}
