import { NothingHere } from '../../../components/states.tsx'
import * as copy from '../../../copy/catalogue.ts'

/** Shown if no test has this URL. */
export function UnknownTest() {
  return (
    <NothingHere onward={{ to: '/explore/tests', words: copy.exploreTests }}>{copy.unknownTest}</NothingHere>
  )
}
