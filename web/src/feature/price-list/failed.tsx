import type { Act } from '../../lib/act.ts'
import { NotDone } from '../../ui/not-done.tsx'

/** What failed of a price list, above what was tried. */
export function Failed({ act, title }: { act: Act; title: string }) {
  return (
    <NotDone
      failure={act.failure}
      title={title}
      unheard="Your network may have dropped. You can try again."
    />
  )
}
