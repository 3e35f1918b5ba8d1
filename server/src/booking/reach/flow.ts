/** A way from one node to another, how much can still go along it, and its way back. */
type Way = { readonly to: string; left: number; readonly back: number }

type Flow = {
  /** So much can go from one node to another. */
  readonly join: (from: string, to: string, most: number) => void
  /** Lets as much as can go from one node to another, up to `most`, beside all that was let through before. */
  readonly push: (from: string, to: string, most: number) => number
  /** Another that nothing of this one changes. */
  readonly copy: () => Flow
}

/**
 * The most that can go through a net of ways, of which each takes only so much. What was let through before may go another
 * way afterwards, but no less of it goes (Ford and Fulkerson, by the shortest way first).
 */
export function flowThrough(ways: ReadonlyMap<string, readonly Way[]> = new Map()): Flow {
  const net = new Map([...ways].map(([node, from]) => [node, from.map((way) => ({ ...way }))]))
  const at = (node: string): Way[] => {
    const from = net.get(node) ?? []
    net.set(node, from)
    return from
  }
  return {
    join(from, to, most) {
      const [there, back] = [at(from), at(to)]
      there.push({ to, left: most, back: back.length })
      back.push({ to: from, left: 0, back: there.length - 1 })
    },
    push(from, to, most) {
      let pushed = 0
      while (pushed < most) {
        const path = shortest(net, from, to)
        if (!path) break
        const amount = Math.min(most - pushed, ...path.map(({ left }) => left))
        for (const way of path) {
          way.left -= amount
          const back = at(way.to)[way.back]
          if (back) back.left += amount
        }
        pushed += amount
      }
      return pushed
    },
    copy: () => flowThrough(net),
  }
}

/** The shortest path along which something can still go. */
function shortest(net: ReadonlyMap<string, readonly Way[]>, from: string, to: string): Way[] | null {
  const reached = new Map<string, { readonly way: Way; readonly before: string }>()
  const queue = [from]
  for (const node of queue) {
    if (node === to) return pathTo(reached, from, to)
    for (const way of net.get(node) ?? []) {
      if (way.left <= 0 || way.to === from || reached.has(way.to)) continue
      reached.set(way.to, { way, before: node })
      queue.push(way.to)
    }
  }
  return null
}

function pathTo(
  reached: ReadonlyMap<string, { readonly way: Way; readonly before: string }>,
  from: string,
  to: string,
): Way[] {
  const path: Way[] = []
  for (let node = to; node !== from; ) {
    const step = reached.get(node)
    if (!step) return path
    path.push(step.way)
    node = step.before
  }
  return path
}
