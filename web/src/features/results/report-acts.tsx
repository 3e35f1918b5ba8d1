import type { LabReport } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import { useAct } from '../../lib/act.ts'
import { ApiFailure } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { toConfirm } from './policy.ts'
import { verify } from './queries.ts'

const WithdrawDialog = lazy(async () => ({
  default: (await import('./act-dialogs.tsx')).WithdrawDialog,
}))
const ReleaseDialog = lazy(async () => ({ default: (await import('./act-dialogs.tsx')).ReleaseDialog }))
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))
const ReportReasonDialog = lazy(async () => ({
  default: (await import('./act-dialogs.tsx')).ReportReasonDialog,
}))

type Asked = 'verify' | 'verify_preliminary' | 'release' | 'send_back' | 'correct' | 'withdraw'

type ActsProps = { report: LabReport; onVerified: () => void; onDone: () => void }

/** What a person may do with a report now, with the dialogs that ask for a reason or a confirmation. */
export function ReportActs({ report, onVerified, onDone }: ActsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const verifying = useAct()
  const out = report.versions.find(({ state }) => state === 'released')
  const may = (act: LabReport['may'][number]) => report.may.includes(act)
  const close = () => setAsked(null)
  const verifyAs = (preliminary: boolean) => {
    if (toConfirm(report).length > 0) return setAsked(preliminary ? 'verify_preliminary' : 'verify')
    return verifying.run(async () => {
      await verify(report, preliminary).catch((failure: unknown) => {
        // A limit has come to stop a value since: loads what to check, so that the next press asks for the reason.
        if (failure instanceof ApiFailure && failure.code === 'values_not_confirmed') onDone()
        throw failure
      })
      toast.success(preliminary ? copy.verifyPreliminaryDone : copy.verifyDone)
      onVerified()
      onDone()
    })
  }
  const done = () => {
    close()
    onDone()
  }
  if (!report.may.some((act) => act !== 'enter' && act !== 'log_call')) return null
  return (
    <div className="border-hair mt-4 flex flex-wrap gap-3 border-t pt-4">
      <NotDone failure={verifying.failure} />
      {may('verify') ? (
        <Button
          wide
          look="primary"
          working={verifying.working}
          workingText={copy.verifying}
          onClick={() => verifyAs(false)}
        >
          {copy.verify}
          <span className="sr-only"> {report.test}</span>
        </Button>
      ) : null}
      {may('verify_preliminary') ? (
        <Button
          wide={!may('verify')}
          look={may('verify') ? 'quiet' : 'secondary'}
          working={verifying.working}
          workingText={copy.verifying}
          onClick={() => verifyAs(true)}
        >
          {copy.verifyPreliminary}
          <span className="sr-only"> {report.test}</span>
        </Button>
      ) : null}
      {may('release') ? (
        <Button wide look="primary" onClick={() => setAsked('release')}>
          {copy.release}
          <span className="sr-only"> {report.test}</span>
        </Button>
      ) : null}
      {may('send_back') ? (
        <Button wide onClick={() => setAsked('send_back')}>
          {copy.sendBack}
        </Button>
      ) : null}
      {may('correct') ? (
        <Button look="quiet" onClick={() => setAsked('correct')}>
          {out ? copy.correct : copy.newVersion}
          <span className="sr-only"> {report.test}</span>
        </Button>
      ) : null}
      {may('withdraw') ? (
        <Button look="quiet" onClick={() => setAsked('withdraw')}>
          {copy.withdraw}
          <span className="sr-only"> {report.test}</span>
        </Button>
      ) : null}
      <Suspense>
        {asked === 'release' ? (
          <ReleaseDialog report={report} onClose={close} onDone={done} />
        ) : asked === 'withdraw' && out ? (
          <WithdrawDialog report={report} number={out.number} onClose={close} onDone={done} />
        ) : asked === 'verify' || asked === 'verify_preliminary' ? (
          <ConfirmDialog
            report={report}
            preliminary={asked === 'verify_preliminary'}
            onClose={close}
            onDone={() => {
              onVerified()
              done()
            }}
          />
        ) : asked && asked !== 'withdraw' ? (
          <ReportReasonDialog act={asked} report={report} onClose={close} onDone={done} />
        ) : null}
      </Suspense>
    </div>
  )
}
