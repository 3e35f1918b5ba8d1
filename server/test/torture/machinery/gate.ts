/** Admits work while it is open; closing it waits for the work inside. It begins open. */
export function openGate() {
  const inside = new Set<Promise<unknown>>()
  let way = Promise.withResolvers<void>()
  let isShut = false
  return {
    async pass<T>(work: () => Promise<T>): Promise<T> {
      // Nothing may be between this look and the work, or the gate would not wait for it.
      while (isShut) await way.promise
      const working = work()
      const passing = working.catch(() => {})
      inside.add(passing)
      void passing.then(() => inside.delete(passing))
      return await working
    },
    async shut(): Promise<void> {
      // Those who wait already wait for the same opening.
      if (!isShut) way = Promise.withResolvers()
      isShut = true
      await Promise.all(inside)
    },
    open(): void {
      isShut = false
      way.resolve()
    },
  }
}
