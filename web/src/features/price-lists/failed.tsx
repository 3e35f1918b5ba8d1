import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/price-lists.ts'
import type { Act } from '../../lib/act.ts'

/** The failure of an act on the price list. */
export function Failed({ act, title }: { act: Act; title: string }) {
  return <NotDone failure={act.failure} title={title} unheard={copy.notHeard} />
}
