import { flagWords, type OwnResult, type ResultValue } from '@labalaba/contract'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/results.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { IsolatesTable } from './isolates-table.tsx'
import { isLongText, isMarked } from './policy.ts'

type EarlierReport = OwnResult['replaces'][number]

/** What earlier reports said, the oldest first: the time and code of each, and its values that no longer hold. */
export function ReplacedValues({ replaces }: { replaces: readonly EarlierReport[] }) {
  return replaces.map((report) => <Replaced key={report.code} report={report} />)
}

function Replaced({ report: { values, releasedAt, code } }: { report: EarlierReport }) {
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
              <Earlier value={value} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Earlier({ value }: { value: ResultValue }) {
  const { name, unit, flag, isolates, comment } = value
  if (isolates || isLongText(value))
    return (
      <details>
        <summary className="min-h-12 cursor-pointer py-3">{name}</summary>
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
      {flag && isMarked(flag) ? `, ${flagWords[flag]}` : null}
      {comment === null ? null : `. ${fill(copy.commentSaid, { comment })}`}
    </>
  )
}
