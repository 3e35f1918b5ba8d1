import * as copy from '../../../copy/catalogue.ts'
import { NothingHere } from '../../../ui/nothing-here.tsx'

/** Shown if no test has this URL. */
export function UnknownTest() {
  return (
    <NothingHere onward={{ to: '/explore/tests', words: copy.exploreTests }}>{copy.unknownTest}</NothingHere>
  )
}
