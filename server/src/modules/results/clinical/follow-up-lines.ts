/** A line of a report, by its test's code and its position. */
type Line = { readonly test_code: string; readonly position: number }

/** An entered value; `value` is null if the line says why it was not measured. */
type Entered = { readonly position: number; readonly value: string | null }

type FollowUp = {
  /** The line whose finding asks for more: its test's code with its position. */
  readonly of: string
  /** The findings that ask for nothing more. */
  readonly unless: string
  /** The lines that a final report then needs too. They may say why they were not measured. */
  readonly needs: readonly string[]
  /** The line that says what all of it adds up to. It needs an answer. */
  readonly concludes: string
}

/**
 * HIV assays one after the other: a reactive one is followed by the next, and the status is said by all of them together.
 * Nigeria's algorithm of 2007 has a second assay for each reactive first, and a third if they differ; 94.5 % of the persons whom
 * it called positive were (PLOS Glob Public Health 2022;2:e0000466). Where fewer than 5 % are positive, as here, WHO asks for
 * three reactive assays (policy brief WHO/CDS/HIV/19.34), and says that no single one makes a status (smart guidelines for HIV,
 * HIV.B.DE90 to DE115).
 */
const hivTests = ['hiv-screen', 'hiv-combo'].map((test) => ({
  test,
  assays: [`${test}/1`, `${test}/2`, `${test}/3`],
  status: `${test}/4`,
}))
const statuses = ['Negative', 'Inconclusive', 'Positive'] as const
type Status = (typeof statuses)[number]

const followUps: readonly FollowUp[] = hivTests.flatMap(({ assays, status }) =>
  assays.map((of, index) => ({
    ...{ of, unless: 'Non-reactive', concludes: status },
    needs: assays.slice(index + 1, index + 2),
  })),
)

const placeOf = ({ test_code: test, position }: Line) => `${test}/${position}`

const findingsAt = (lines: readonly Line[], entered: readonly Entered[]) => (place: string) => {
  const line = lines.find((one) => placeOf(one) === place)
  return entered.find(({ position }) => position === line?.position)
}

/** The lines that the entered findings make necessary in a final report, and that have no value or no answer. */
export function missingFollowUps<Of extends Line>(lines: readonly Of[], entered: readonly Entered[]): Of[] {
  const valueAt = findingsAt(lines, entered)
  const asking = followUps.filter(({ of, unless }) => (valueAt(of)?.value ?? unless) !== unless)
  return lines.filter((line) => {
    const place = placeOf(line)
    if (asking.some(({ concludes }) => concludes === place)) return (valueAt(place)?.value ?? null) === null
    return asking.some(({ needs }) => needs.includes(place)) && !valueAt(place)
  })
}

/**
 * The HIV statuses that can follow from the findings of the three tests, in their order; null is a test without a finding.
 * Under 18 months none but an inconclusive one can, because the antibodies may be the mother's.
 */
export function permittedStatuses(
  findings: readonly (string | null)[],
  isUnder18Months: boolean,
): readonly Status[] {
  if (isUnder18Months) return ['Inconclusive']
  if (findings.every((finding) => finding === 'Reactive')) return ['Positive']
  const [first, ...others] = findings
  const later = others.filter((finding) => finding !== null)
  const isLaterNonReactive = later.every((finding) => finding === 'Non-reactive')
  if (first === 'Non-reactive' && isLaterNonReactive) return ['Negative']
  // The second test repeats an inconclusive first. A lab may still wait for another sample.
  const isRepeated = first === 'Inconclusive' && others[0] === 'Non-reactive'
  return isRepeated && isLaterNonReactive ? ['Negative', 'Inconclusive'] : ['Inconclusive']
}

/** Why an HIV status cannot follow from its tests, by the position of the status; empty if it can, or if none is entered. */
export function contradictedStatus(
  lines: readonly Line[],
  entered: readonly Entered[],
  isUnder18Months: boolean,
): Record<string, string> {
  const valueAt = findingsAt(lines, entered)
  const wrong: Record<string, string> = {}
  for (const { assays, status } of hivTests) {
    const given = valueAt(status)
    const findings = assays.map((assay) => valueAt(assay)?.value ?? null)
    const permitted = permittedStatuses(findings, isUnder18Months)
    if (given?.value != null && !permitted.some((one) => one === given.value))
      wrong[given.position] = isUnder18Months ? infantWords : whenWords(given.value, permitted)
  }
  return wrong
}

const infantWords =
  'under 18 months antibodies may be the mother’s: choose Inconclusive, and order HIV DNA PCR'

function whenWords(status: string, permitted: readonly Status[]): string {
  if (status === 'Positive') return 'it is positive only if all three tests are reactive'
  if (status === 'Negative')
    return 'it is negative only if the first test or its repeat is non-reactive, and no other test is reactive or inconclusive'
  return `after these tests it is ${permitted.join(' or ').toLowerCase()}`
}

/** What the findings of a report add up to, by the line that says so; null if it has none, or no answer. */
export function conclusionOf(testCode: string, entered: readonly Entered[]): string | null {
  const lines = entered.map(({ position }) => ({ test_code: testCode, position }))
  const places = hivTests.map(({ status }) => findingsAt(lines, entered)(status)?.value ?? null)
  return places.find((value) => value !== null) ?? null
}

/** The lines that the rules read in a test, and the choices that each must have; empty for a test without rules. */
export function linesWithRules(
  testCode: string,
): { readonly position: number; readonly choices: readonly string[] }[] {
  if (!hivTests.some(({ test }) => test === testCode)) return []
  const assays = [1, 2, 3].map((position) => ({ position, choices: ['Non-reactive', 'Reactive'] }))
  return [...assays, { position: 4, choices: statuses }]
}
