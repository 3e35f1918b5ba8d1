import * as copy from '../copy/components.ts'
import { Button } from './button.tsx'

type NewerProps = { onReload: () => void; onLater: () => void }

/** Shows that there is a newer version. Nothing happens before the user chooses it, as they may be typing. */
export function NewerVersion({ onReload, onLater }: NewerProps) {
  return (
    <aside
      aria-label={copy.newer}
      className="rounded-button border-indigo bg-card shadow-lift fixed inset-x-4 bottom-4 z-40 mx-auto max-w-120 border-2 p-4 print:hidden"
    >
      <div role="status">
        <p className="font-semibold">{copy.newerTitle}</p>
        <p className="text-muted">{copy.newerWords}</p>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button onClick={onLater}>{copy.notNow}</Button>
        <Button look="primary" onClick={onReload}>
          {copy.reload}
        </Button>
      </div>
    </aside>
  )
}
