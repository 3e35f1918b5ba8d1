import { setTimeout as pause } from 'node:timers/promises'
import { fillDisk } from '../torture/faults/faults.ts'
import { openDatabase } from '../torture/machinery/database.ts'
import { count } from '../torture/promises.ts'
import type { Scene } from '../torture/scene.ts'

/** The disk of the database is full, again and again. */
export function disk(): Scene {
  return {
    openDatabase,
    async disturb({ machinery, dice, long }, goesOn) {
      const played = new Map<string, number>()
      if (machinery.disk.whyNot !== null) throw new Error(machinery.disk.whyNot)
      do {
        await pause(dice.whole(3000, 10_000))
        await fillDisk({ machinery, dice, long })
        count(played, 'disk full')
      } while (goesOn())
      return played
    },
  }
}
