/** Whether two lists contain the same items, each once. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return (
    new Set(one).size === one.length && one.length === other.length && one.every((x) => other.includes(x))
  )
}
