import * as copy from '../../copy/case.ts'
import { NotDone } from '../../ui/not-done.tsx'

/** Says that an act was refused or got no response. Repeating an act has no second effect. */
export function ActNotDone({ failure }: { failure: unknown }) {
  return <NotDone failure={failure} unheard={copy.actNotHeard} />
}
