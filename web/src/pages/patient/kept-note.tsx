import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'

/** Above a list from the offline copy, shown when the network did not respond: its time, and a button to retry. */
export function KeptNote({ at, onRetry }: { at: string; onRetry: () => void }) {
  return (
    <Banner tone="offline" title={copy.copyTitle} announce>
      <p>{fill(copy.copyMade, { time: dayAndTime(at) })}</p>
      <div className="pt-2">
        <Button onClick={onRetry}>
          <RefreshIcon />
          {shared.tryAgain}
        </Button>
      </div>
    </Banner>
  )
}
