type Flow = {
  /** Adds an edge with a capacity. */
  readonly join: (from: string, to: string, most: number) => void
  /** Pushes as much flow as possible between two nodes, up to `most`, on top of the flow pushed before; returns how much. */
  readonly push: (from: string, to: string, most: number) => number
  /** An independent copy. */
  readonly copy: () => Flow
}

/** For each node, the remaining capacity to each node that it has an edge to, or from. */
type Remaining = ReadonlyMap<string, Map<string, number>>

/**
 * The maximum flow through a network of edges with capacities. Flow that was pushed before may be rerouted later, but is
 * never reduced (Ford–Fulkerson with shortest augmenting paths).
 */
export function flowThrough(before: Remaining = new Map()): Flow {
  const remaining = new Map([...before].map(([node, edges]) => [node, new Map(edges)]))
  const add = (from: string, to: string, amount: number) => {
    const edges = remaining.get(from) ?? new Map<string, number>()
    remaining.set(from, edges.set(to, (edges.get(to) ?? 0) + amount))
  }
  return {
    join(from, to, most) {
      add(from, to, most)
      add(to, from, 0)
    },
    push(from, to, most) {
      let pushed = 0
      while (pushed < most) {
        const path = shortestPath(remaining, from, to)
        if (path.length === 0) break
        const amount = Math.min(most - pushed, ...path.map((edge) => edge.left))
        for (const edge of path) {
          add(edge.from, edge.to, -amount)
          add(edge.to, edge.from, amount)
        }
        pushed += amount
      }
      return pushed
    },
    copy: () => flowThrough(remaining),
  }
}

type Edge = { readonly from: string; readonly to: string; readonly left: number }

/** The edges of the shortest path with remaining capacity, the last one first; empty if there is none. */
function shortestPath(remaining: Remaining, from: string, to: string): Edge[] {
  const reachedBy = new Map<string, Edge>()
  const queue = [from]
  for (const node of queue) {
    if (reachedBy.has(to)) break
    for (const [next, left] of remaining.get(node) ?? []) {
      if (left <= 0 || next === from || reachedBy.has(next)) continue
      reachedBy.set(next, { from: node, to: next, left })
      queue.push(next)
    }
  }
  const path: Edge[] = []
  for (let edge = reachedBy.get(to); edge; edge = reachedBy.get(edge.from)) path.push(edge)
  return path
}
