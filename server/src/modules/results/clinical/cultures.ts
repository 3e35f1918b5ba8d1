/** A line of a report, whether a value is entered for it or not. */
export type CultureLine = {
  readonly test_code: string
  readonly position: number
  readonly choices: readonly string[]
  readonly structure: 'isolates' | null
}

/** The line of a test's culture and that of the organisms in it, by test and position, and the finding that goes with them. */
const cultures = [
  ...[
    ['urine-mcs/5', 'urine-mcs/7'],
    ['stool-mcs/3', 'stool-mcs/4'],
    ['sputum-mcs/4', 'sputum-mcs/5'],
  ],
  ...[
    ['hvs-mcs/7', 'hvs-mcs/8'],
    ['ecs-mcs/4', 'ecs-mcs/5'],
    ['urethral-swab-mcs/4', 'urethral-swab-mcs/5'],
  ],
  ...[
    ['semen-mcs/4', 'semen-mcs/5'],
    ['wound-swab-mcs/4', 'wound-swab-mcs/5'],
  ],
  ...[
    ['pus-aspirate-mcs/4', 'pus-aspirate-mcs/5'],
    ['ear-swab-mcs/4', 'ear-swab-mcs/5'],
  ],
  ...[
    ['eye-swab-mcs/4', 'eye-swab-mcs/5'],
    ['throat-swab-mcs/4', 'throat-swab-mcs/5'],
  ],
  ...[
    ['nasal-swab-mcs/4', 'nasal-swab-mcs/5'],
    ['blood-culture/1', 'blood-culture/3'],
  ],
  ...[
    ['csf-mcs/4', 'csf-mcs/5'],
    ['fluid-mcs/4', 'fluid-mcs/5'],
    ['fungal-culture/1', 'fungal-culture/2'],
  ],
].map(([culture = '', organisms = '']) => ({ culture, organisms, finding: 'Growth' }))
const culturesWithOrganisms = [
  ...cultures,
  { culture: 'food-handler-stool/1', organisms: 'food-handler-stool/2', finding: 'Isolated' },
]

const isAt = (place: string) => (line: CultureLine) => `${line.test_code}/${line.position}` === place

/**
 * The lines of a report that name organisms, each with the line of its culture and the finding that goes with an organism. The
 * culture is undefined if an operator has given the test other lines, in which that finding does not exist.
 */
function organismLines<Line extends CultureLine>(lines: readonly Line[]) {
  return culturesWithOrganisms.flatMap(({ culture, organisms, finding }) => {
    const line = lines.find(isAt(organisms))
    if (line?.structure !== 'isolates') return []
    return [{ line, places: { culture, organisms }, culture: lines.find(isAt(culture)), finding }]
  })
}

/** What is wrong with organisms beside a culture that says that none grew, by position. */
export function organismsWithoutGrowth(
  entered: readonly { readonly position: number; readonly place: string; readonly value: string }[],
  lines: readonly CultureLine[],
): Record<string, string> {
  const wrong: Record<string, string> = {}
  const entryAt = (at: string) => entered.find(({ place }) => place === at)
  for (const { places, culture, finding } of organismLines(lines)) {
    const organisms = entryAt(places.organisms)
    const isRuled = culture?.choices.includes(finding) ?? false
    const found = entryAt(places.culture)?.value
    const isWrong = isRuled ? found !== finding : found?.startsWith('No growth')
    if (organisms && isWrong)
      wrong[organisms.position] = `an organism needs “${finding}” for the culture; else leave it out`
  }
  return wrong
}

/** The lines of organisms that a final report lacks: something grew, and neither what nor why it was not identified is said. */
export function missingOrganisms<Line extends CultureLine>(
  lines: readonly Line[],
  entered: readonly { readonly position: number; readonly value: string | null }[],
): Line[] {
  const entryOf = (line: CultureLine) => entered.find(({ position }) => position === line.position)
  return organismLines(lines).flatMap(({ line, culture, finding }) => {
    const grew = culture !== undefined && entryOf(culture)?.value === finding
    return grew && !entryOf(line) ? [line] : []
  })
}
