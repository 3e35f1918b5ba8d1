import { flagWords, type OwnResult, type ResultValue } from '@labalaba/contract'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/results.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { IsolatesTable } from './isolates-table.tsx'
import { isLongText, isMarked } from './policy.ts'

type EarlierReport = OwnResult['replaces'][number]

/** What earlier reports said, the oldest first: the time and code of each, and its values that no longer hold. */
export function ReplacedValues({ replaces, values }: Pick<OwnResult, 'replaces' | 'values'>) {
  return replaces.map((report) => <Replaced key={report.code} report={report} now={values} />)
}

type ReplacedProps = { report: EarlierReport; now: readonly ResultValue[] }

function Replaced({ report: { values, releasedAt, code }, now }: ReplacedProps) {
  return (
    <>
      <p>
        {fillNodes(values.length > 0 ? copy.earlierReportWithValues : copy.earlierReport, {
          at: dayAndTime(releasedAt),
          code: (
            <Link to={`/verify/${code}`} className="figures whitespace-nowrap">
              {code}
            </Link>
          ),
        })}
      </p>
      {values.length > 0 ? (
        <ul aria-label={copy.earlierValues} className="list-disc pl-5">
          {values.map((value) => (
            <li key={value.position}>
              <Earlier value={value} now={now.find(({ position }) => position === value.position)} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Earlier({ value, now }: { value: ResultValue; now: ResultValue | undefined }) {
  const { name, unit, flag, isolates, comment, method } = value
  const mark = flag && isMarked(flag) ? `, ${flagWords[flag]}` : null
  if (isolates || isLongText(value))
    return (
      <details>
        <summary className="min-h-12 cursor-pointer py-3">
          {name}
          {mark}
        </summary>
        {isolates ? (
          <IsolatesTable isolates={isolates} isExplained />
        ) : (
          <p className="max-w-words wrap-anywhere whitespace-pre-line">{value.value}</p>
        )}
      </details>
    )
  return (
    <>
      {name}:{' '}
      <span className="figures font-semibold">
        {value.value}
        {unit ? ` ${unit}` : null}
      </span>
      {mark}
      {method === null || method === now?.method ? null : `. ${fill(copy.methodSaid, { method })}`}
      {comment === null ? null : `. ${fill(copy.commentSaid, { comment })}`}
    </>
  )
}
