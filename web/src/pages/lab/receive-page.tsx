import { BackLink } from '../../components/navigation.tsx'
import * as copy from '../../copy/specimens.ts'
import { ReceiveDesk } from '../../features/specimens/receive-desk.tsx'
import { useDensity, useTitle } from '../../lib/hooks.ts'

/** Where lab staff receive samples one after the other. */
export function ReceivePage() {
  useTitle(copy.receivePageTitle)
  useDensity('compact')
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <div>
        <BackLink to="/portal/lab">{copy.worklistTitle}</BackLink>
        <h1>{copy.receivePageTitle}</h1>
      </div>
      <ReceiveDesk />
    </div>
  )
}
