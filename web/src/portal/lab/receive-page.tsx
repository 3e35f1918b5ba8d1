import * as copy from '../../copy/specimen.ts'
import { ReceiveDesk } from '../../feature/specimen/receive-desk.tsx'
import { useTitle } from '../../lib/hooks.ts'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'

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
