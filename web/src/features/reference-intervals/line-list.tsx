import type { MeasuredLine } from '@labalaba/contract'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import * as copy from '../../copy/reference-intervals.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
import { catalogueWords, limitWords, whomWords } from './policy.ts'

type ListProps = { lines: readonly MeasuredLine[]; onChosen: (line: MeasuredLine) => void }

/** The analytes of the lab's tests with their intervals, and a way to edit them. */
export function LineList({ lines, onChosen }: ListProps) {
  return (
    <ul className="divide-hair rounded-card border-hair bg-card shadow-soft divide-y border">
      {lines.map((line) => (
        <li
          key={line.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] md:items-center md:py-3"
        >
          <div>
            <p className="font-semibold">{line.name}</p>
            <p className="text-small text-muted">{line.test}</p>
          </div>
          <Said line={line} />
          <div className="max-md:mt-1">
            <Button wide onClick={() => onChosen(line)}>
              {line.own.length > 0 ? shared.change : copy.setOwn}
              <span className="sr-only"> {fill(copy.setWhich, { name: line.name, test: line.test })}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Said({ line }: { line: MeasuredLine }) {
  const { own, unit, set, catalogue } = line
  if (own.length > 0)
    return (
      <div>
        {own.map((interval) => (
          <p key={whomWords(interval)} className="tabular-nums">
            {whomWords(interval)}: <b>{limitWords(interval, unit)}</b>
          </p>
        ))}
        {set ? (
          <p className="text-small text-muted">{fill(copy.setBy, { name: set.by, day: shortDay(set.at) })}</p>
        ) : null}
      </div>
    )
  const words = catalogueWords(line)
  return (
    <div>
      {words.map((one) => (
        <p key={one} className="tabular-nums">
          {one}
        </p>
      ))}
      {words.length === 0 ? <p className="text-muted">{copy.noInterval}</p> : null}
      {catalogue.toBeConfirmed && words.length > 0 ? (
        <p className="mt-1">
          <Tag tone="warn">{copy.toBeConfirmed}</Tag>
        </p>
      ) : null}
    </div>
  )
}
