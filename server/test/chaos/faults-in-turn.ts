import { setTimeout as pause } from 'node:timers/promises'
import { deckOf } from '../torture/faults/deck.ts'
import { count } from '../torture/promises.ts'
import type { Live } from '../torture/scene.ts'

/** The faults of a scene, by their names. Each mends itself before it resolves. */
export type Faults<Name extends string> = Readonly<Record<Name, () => Promise<unknown>>>

/**
 * Plays faults one after the other until stopped, in an order that the seed chooses, and counts them. Each is played once at
 * least, also on a slow machine whose time is over sooner.
 */
export async function playInTurn<Name extends string>(
  { machinery, seed, dice }: Pick<Live, 'machinery' | 'seed' | 'dice'>,
  faults: Faults<Name>,
  goesOn: () => boolean,
): Promise<Map<string, number>> {
  const played = new Map<string, number>()
  const names = Object.keys(faults) as Name[]
  const once = Object.fromEntries(names.map((name) => [name, 1])) as Record<Name, number>
  const draw = deckOf(once, seed, 1)
  for (let turn = 0; turn < names.length || goesOn(); turn += 1) {
    const name = draw()
    count(played, name)
    await faults[name]()
    // A process that lost its database for good is started again, as by any supervisor.
    await machinery.startAll()
    await pause(dice.whole(1000, 4000))
  }
  return played
}
