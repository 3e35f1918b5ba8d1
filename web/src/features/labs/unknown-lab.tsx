import { NothingHere } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'

/** Shown if no lab has this URL. */
export function UnknownLab() {
  return (
    <NothingHere onward={{ to: '/explore/labs', words: copy.exploreLabs }}>{copy.unknownLab}</NothingHere>
  )
}
