import { lagosDate } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Clock } from '../../infra/clock.ts'
import { move } from './licences.ts'
import { documentLife, remindersDue, yearIsCurrent } from './policy.ts'
import * as repository from './repository.ts'

/**
 * Expires the licences that no longer count, reminds doctors to renew theirs, and deletes documents that are no longer
 * needed. A doctor gets each notification once, even if several workers run this.
 */
export async function expireLicencesAndRemind({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const thisYear = Number(lagosDate(now).slice(0, 4))
  const lastYear = yearIsCurrent(thisYear - 1, lagosDate(now)) ? thisYear - 2 : thisYear - 1
  await db.transaction().execute(async (tx) => {
    for (const licence of await repository.lockOutdated(tx, lastYear)) {
      await move(tx, licence, 'expire', { actor: 'system', by: null, at: now })
      const noticeKey = `licence:${licence.id}:expire`
      await publish(tx, 'licence.decided', { licenceId: licence.id, act: 'expire', noticeKey })
    }
  })
  for (const year of [thisYear - 1, thisYear]) {
    const reminders = remindersDue(year, now)
    if (reminders > 0)
      await db.transaction().execute(async (tx) => {
        for (const licenceId of await repository.claimRenewalReminders(tx, year, reminders))
          await publish(tx, 'licence.renewal_due', {
            licenceId,
            noticeKey: `licence:${licenceId}:renew:${reminders}`,
          })
      })
  }
  await repository.forgetDocuments(db, new Date(now.getTime() - documentLife))
}
