import * as copy from '../../../copy/catalogue.ts'
import { fill, plural } from '../../../lib/fill.ts'
import { naira } from '../../../lib/format.ts'

export type StateOffer = { state: string; labs: number; priceFrom: number }
type Point = { name: string; x: number; y: number }

/** The long name of a state. */
function stateWords(state: string): string {
  return state === 'FCT' ? copy.capitalTerritory : state
}

/** The accessible name of a state: "Lagos, 34 labs, from ₦4,500". */
export function stateLabel(state: string, offer: StateOffer | undefined): string {
  if (!offer || offer.labs === 0) return fill(copy.stateWithout, { state: stateWords(state) })
  return plural(copy.stateWith, offer.labs, { state: stateWords(state), price: naira(offer.priceFrom) })
}

/** The colour depth of a state: 0 for no lab, then 1 to 4. Logarithmic, since most labs are in few states. */
export function depthOf(labs: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (labs <= 0) return 0
  const share = Math.log(1 + labs) / Math.log(1 + Math.max(labs, most))
  if (share > 0.8) return 4
  if (share > 0.6) return 3
  return share > 0.4 ? 2 : 1
}

const ways: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}

/** The state an arrow key moves to: the nearest one that lies more in that direction than sideways; itself at the edge. */
export function neighbour(points: readonly Point[], from: string, key: string): string {
  const way = ways[key]
  const start = points.find(({ name }) => name === from)
  if (!way || !start) return from
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const point of points) {
    const ahead = (point.x - start.x) * way.dx + (point.y - start.y) * way.dy
    const aside = Math.abs((point.x - start.x) * way.dy) + Math.abs((point.y - start.y) * way.dx)
    const cost = ahead + 2 * aside
    if (ahead > 0 && aside <= ahead * 1.5 && cost < least) {
      least = cost
      best = point.name
    }
  }
  return best
}

/** The next state, in alphabetical order, whose name begins with a letter. */
export function byLetter(names: readonly string[], from: string, letter: string): string {
  const wanted = letter.toLowerCase()
  const at = names.indexOf(from)
  const turned = [...names.slice(at + 1), ...names.slice(0, at + 1)]
  return turned.find((name) => name.toLowerCase().startsWith(wanted)) ?? from
}
