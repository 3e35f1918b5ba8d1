import * as copy from '../copy/components.ts'
import { useOnline } from '../lib/hooks.ts'
import { OfflineIcon } from './first-icons.tsx'

/** Shows that the device has no network, while it has none. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div aria-live="polite">
      {online ? null : (
        <div className="border-hair bg-sand text-small flex items-center justify-center gap-2 border-b px-4 py-2 font-semibold">
          <OfflineIcon size={16} />
          {copy.offline}
        </div>
      )}
    </div>
  )
}
