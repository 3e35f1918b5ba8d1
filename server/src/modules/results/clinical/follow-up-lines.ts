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
  assays: [`${test}/1`, `${test}/2`, `${test}/3`],
  status: `${test}/4`,
}))

const followUps: readonly FollowUp[] = hivTests.flatMap(({ assays, status }) =>
  assays.map((of, index) => ({
    ...{ of, unless: 'Non-reactive', concludes: status },
    needs: assays.slice(index + 1, index + 2),
  })),
)

const placeOf = ({ test_code: test, position }: Line) => `${test}/${position}`

/** The lines that the entered findings make necessary in a final report, and that have no value or no answer. */
export function missingFollowUps<Of extends Line>(lines: readonly Of[], entered: readonly Entered[]): Of[] {
  const valueAt = (place: string) => {
    const line = lines.find((one) => placeOf(one) === place)
    return entered.find(({ position }) => position === line?.position)
  }
  const asking = followUps.filter(({ of, unless }) => (valueAt(of)?.value ?? unless) !== unless)
  return lines.filter((line) => {
    const place = placeOf(line)
    if (asking.some(({ concludes }) => concludes === place)) return (valueAt(place)?.value ?? null) === null
    return asking.some(({ needs }) => needs.includes(place)) && !valueAt(place)
  })
}

/** Why an HIV status cannot follow from its assays, by the place of the status; empty if it can. */
export function contradictedStatus(
  entered: readonly { readonly place: string; readonly value: string }[],
): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const { assays, status } of hivTests) {
    const said = entered.find(({ place }) => place === status)?.value
    const isReactive = assays.map((assay) =>
      entered.some(({ place, value }) => place === assay && value === 'Reactive'),
    )
    if (said === 'Positive' && !isReactive.every(Boolean))
      wrong[status] = 'it is positive only if all three tests are reactive'
    if (said === 'Negative' && isReactive.some(Boolean))
      wrong[status] = 'it is not negative if a test is reactive; it is inconclusive'
  }
  return wrong
}
