/** Words of a full name that laboratories leave out: "Salmonella enterica subsp. enterica serovar Typhi" is Salmonella Typhi. */
const leftOut = ['enterica', 'subspecies', 'subsp', 'ssp', 'serovar', 'serotype', 'ser', 'sv']

/**
 * Whether the name of an isolate, as a lab wrote it, is that of an organism in a table, such as "Vibrio cholerae" or the genus
 * "Shigella". Other words may stand around it, and a genus before a species may be its first letter: "V. cholerae O1". Upper
 * case does not matter.
 */
export function isOrganism(written: string, organism: string): boolean {
  const words = wordsOf(written).filter((word) => !leftOut.includes(word))
  const name = wordsOf(organism)
  const isAt = (start: number) =>
    name.every((word, index) => {
      const is = words[start + index]
      const isInitial = index === 0 && name.length > 1 && is === word.slice(0, 1)
      return is === word || isInitial
    })
  return name.length > 0 && words.some((_, start) => isAt(start))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}
