import { type Isolates, measureUnits, susceptibilityWords } from '@labalaba/contract'
import * as copy from '../../copy/isolates.ts'
import { fill } from '../../lib/fill.ts'

/** The organisms of a culture, each with what it is susceptible to. Readers without medical training read what that means. */
export function IsolatesTable({ isolates, isExplained }: { isolates: Isolates; isExplained: boolean }) {
  const { found, breakpoints } = isolates
  return (
    <div className="max-w-words space-y-3 whitespace-normal">
      {found.map(({ organism, quantity, agents }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two strains may have one name, and the list never changes
        <div key={index}>
          <p className="font-semibold wrap-anywhere">
            {organism}
            {quantity === null ? null : <span className="font-normal">, {quantity}</span>}
          </p>
          {agents.length > 0 ? (
            <table className="text-small w-full">
              <caption className="sr-only">{fill(copy.susceptibilityOf, { organism })}</caption>
              <thead className="sr-only">
                <tr>
                  <th scope="col">{copy.agent}</th>
                  <th scope="col">{copy.result}</th>
                  <th scope="col">{copy.measured}</th>
                </tr>
              </thead>
              <tbody className="divide-hair divide-y">
                {agents.map(({ agent, result, measured }) => (
                  <tr key={agent} className="align-top">
                    <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                      {agent}
                    </th>
                    <td className={`py-1 pr-3 ${result === 'R' ? 'font-semibold' : ''}`}>
                      {result}: {susceptibilityWords(result, breakpoints)}
                    </td>
                    <td className="figures text-muted py-1 text-right whitespace-nowrap">
                      {measured ? `${measured.value} ${measureUnits[measured.method]}` : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </div>
      ))}
      {breakpoints === null ? null : (
        <p className="text-small text-muted">
          {fill(copy.byBreakpoints, { breakpoints })}
          {isExplained ? ` ${meaningOf(isolates)}` : null}
        </p>
      )}
    </div>
  )
}

/** What the results mean for readers without medical training. What they must not do comes last. */
function meaningOf({ found, breakpoints }: Isolates): string {
  const hasIntermediate = found.some(({ agents }) => agents.some(({ result }) => result === 'I'))
  const intermediate = breakpoints?.startsWith('EUCAST') ? copy.whatIMeansEucast : copy.whatIMeansClsi
  return hasIntermediate ? `${intermediate} ${copy.whatItMeans}` : copy.whatItMeans
}
