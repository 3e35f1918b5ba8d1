import * as copy from '../../copy/price-list.ts'
import type { Act } from '../../lib/act.ts'
import { NotDone } from '../../ui/not-done.tsx'

/** The failure of an act on the price list. */
export function Failed({ act, title }: { act: Act; title: string }) {
  return <NotDone failure={act.failure} title={title} unheard={copy.notHeard} />
}
