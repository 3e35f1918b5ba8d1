/** An edge to a node, its remaining capacity, and the index of its reverse edge. */
type Way = { readonly to: string; left: number; readonly back: number }

type Flow = {
  /** Adds an edge with a capacity. */
  readonly join: (from: string, to: string, most: number) => void
  /**
   * Pushes as much flow as possible between two nodes, up to `most`, on top of the flow pushed before; returns how much.
   */
  readonly push: (from: string, to: string, most: number) => number
  /** An independent copy. */
  readonly copy: () => Flow
}

/**
 * The maximum flow through a network of edges with capacities. Flow that was pushed before may be rerouted later, but is
 * never reduced (Ford–Fulkerson with shortest augmenting paths).
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

/** The shortest path with remaining capacity. */
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
