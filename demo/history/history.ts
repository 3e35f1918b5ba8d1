import { readPatients } from './patients.ts'
import { offeredTests, playOrder } from './play.ts'
import type { Stage } from './stage.ts'
import { readStory } from './story.ts'

export type History = {
  /** The number of orders. */
  readonly length: number
  /** Plays one order by its index, in a history that ends at `now`. The same index always gives the same booking. */
  play(stage: Stage, number: number, now: Date): Promise<void>
}

/** Reads the history: the orders placed before a demonstration begins. */
export function openHistory(): History {
  const story = readStory()
  const patients = readPatients()
  let offered: ReturnType<typeof offeredTests> | undefined
  return {
    length: story.length,
    async play(stage, number, now) {
      const told = story[number]
      const patient = told && patients.get(told.patient)
      if (!told || !patient) throw new Error(`order ${number} of the history is about no one in people.csv`)
      offered ??= offeredTests(stage)
      const seed = `history-${number + 1}`
      await playOrder({ stage, told, patient, seed, now, offered: await offered })
    },
  }
}
