import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/cases.ts'

/** Says that an act was refused or got no response. Repeating an act has no second effect. */
export function ActNotDone({ failure }: { failure: unknown }) {
  return <NotDone failure={failure} unheard={copy.actNotHeard} />
}
