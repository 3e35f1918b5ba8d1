const lists = new Intl.ListFormat('en-GB')

/** Names in a sentence: "A, B and C". */
export function namesListed(names: readonly string[]): string {
  return lists.format(names)
}
