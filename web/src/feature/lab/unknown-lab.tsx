import * as copy from '../../copy/lab.ts'
import { NothingHere } from '../../ui/nothing-here.tsx'

/** Shown if no lab has this URL. */
export function UnknownLab() {
  return (
    <NothingHere onward={{ to: '/explore/labs', words: copy.exploreLabs }}>{copy.unknownLab}</NothingHere>
  )
}
