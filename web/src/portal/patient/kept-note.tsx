import { dayAndTime } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'

/** Above a list from the offline copy, shown when the network did not respond: its time, and a button to retry. */
export function KeptNote({ at, onRetry }: { at: string; onRetry: () => void }) {
  return (
    <Banner tone="offline" title="No answer came: this was kept on your phone" announce>
      <p>As it was on {dayAndTime(at)}. Prices may have changed since.</p>
      <div className="pt-2">
        <Button onClick={onRetry}>
          <RefreshIcon />
          Try again
        </Button>
      </div>
    </Banner>
  )
}
