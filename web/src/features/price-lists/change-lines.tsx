import type { PriceChangeLine } from '@labalaba/contract'
import * as copy from '../../copy/price-lists.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { lineWords } from './policy.ts'

const cell = 'px-4 py-2'

/** The old and the new price of each test in a change. */
export function ChangeLines({ lines }: { lines: readonly PriceChangeLine[] }) {
  return (
    <div className="rounded-card border-hair bg-card shadow-soft overflow-hidden border">
      <table className="w-full">
        <caption className="sr-only">{copy.linesCaption}</caption>
        <thead>
          <tr className="border-ink border-b text-left">
            <th scope="col" className={`${cell} font-semibold`}>
              {copy.lineTest}
            </th>
            <th scope="col" className="hidden py-2 pl-2 text-right font-semibold sm:table-cell">
              {copy.lineWas}
            </th>
            <th scope="col" className={`${cell} text-right font-semibold`}>
              {copy.lineBecomes}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.code} className="border-hair border-b align-top last:border-0">
              <th scope="row" className={`${cell} text-left font-normal`}>
                <span className="block font-semibold wrap-anywhere">{line.name}</span>
                <span className="text-muted block">{lineWords(line)}</span>
              </th>
              <td className="text-muted figures hidden py-2 pl-2 text-right sm:table-cell">
                {line.price.was === null ? '–' : naira(line.price.was)}
              </td>
              <td className={`${cell} figures text-right font-semibold`}>
                {line.price.becomes === null ? copy.lineStays : naira(line.price.becomes)}
                {line.price.was === null ? null : (
                  <span className="text-muted block font-normal sm:hidden">
                    {fill(copy.lineWasPrice, { price: naira(line.price.was) })}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
