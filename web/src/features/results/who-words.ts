import type { ReportVersion } from '@labalaba/contract'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'
import { clockTime, shortDay } from '../../lib/format.ts'
import { withdrawalLabels } from './policy.ts'

/** Who entered, verified, released, talked about and withdrew a version, and when. */
export function whoWords({
  enteredBy,
  enteredAt,
  verifiedBy,
  verifiedAt,
  releasedAt,
  counselling,
  withdrawal,
}: ReportVersion): string {
  const at = (moment: string) =>
    fill(copy.dayAtTime, { day: shortDay(moment), time: clockTime(new Date(moment)) })
  return [
    fill(copy.enteredBy, { name: enteredBy, at: at(enteredAt) }),
    verifiedBy && verifiedAt ? fill(copy.verifiedBy, { name: verifiedBy, at: at(verifiedAt) }) : '',
    releasedAt ? fill(copy.releasedAt, { at: at(releasedAt) }) : '',
    counselling
      ? fill(counselling.talks === 'lab' ? copy.labTalks : copy.doctorTalks, {
          name: counselling.by,
          at: at(counselling.at),
          note: counselling.note,
        })
      : '',
    withdrawal
      ? fill(copy.withdrawnBy, {
          name: withdrawal.by,
          at: at(withdrawal.at),
          reason: withdrawalLabels[withdrawal.because],
          note: withdrawal.note,
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
