import { intervalWords, isComment, type OwnValue, type ResultValue, tierWords } from '@labalaba/contract'
import { Fragment, type ReactNode } from 'react'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'
import { FlagMark } from './flag-mark.tsx'
import { IsolatesTable } from './isolates-table.tsx'
import { isLongText, isMarked, isUnconfirmed } from './policy.ts'
import { RangeBar } from './range-bar.tsx'

/** A value; for readers of a released result with what its line is. */
type Shown = ResultValue & Partial<OwnValue>

type TableProps = {
  values: readonly Shown[]
  caption: string
  /** What is below a value, if anything. */
  beside?: (value: ResultValue) => ReactNode
  /** For readers of a released result: how soon someone must act on a critical value, and where each value stands. */
  withTier?: boolean
}

/**
 * Values with their intervals and flags. Below the name of a flagged or only value is what it is. On a phone each row becomes
 * a block.
 */
export function ValuesTable({ values, caption, beside, withTier = false }: TableProps) {
  const isTight = values.some(hasLongUnit)
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr className="text-small text-muted text-left">
          <th scope="col" className="py-2 pr-4 font-normal">
            {copy.headMeasured}
          </th>
          <th scope="col" className="py-2 pr-4 font-normal">
            {copy.headResult}
          </th>
          <th scope="col" className="py-2 pr-4 font-normal">
            {copy.headUsualInterval}
          </th>
          <th scope="col" className="py-2 font-normal">
            {copy.headMark}
          </th>
        </tr>
      </thead>
      <tbody className="divide-hair border-hair divide-y border-t">
        {values.map((value) => (
          <Fragment key={value.position}>
            <Row
              value={value}
              about={values.length === 1 || isMarked(value.flag) ? value.about : null}
              beside={beside?.(value) ?? null}
              withTier={withTier}
              isTight={isTight}
            />
            {value.comment === null ? null : <CommentRow name={value.name} comment={value.comment} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  value: ResultValue
  about: string | null | undefined
  beside: ReactNode
  withTier: boolean
  /** A line of the table has a long unit. */
  isTight: boolean
}

/** What the lab says about the line above, in the full width. */
function CommentRow({ name, comment }: { name: string; comment: string }) {
  return (
    <tr className="max-md:block">
      <td colSpan={4} className="text-small pb-3 wrap-anywhere whitespace-normal max-md:block">
        <span className="max-w-words block">
          <span className="sr-only">{name}. </span>
          {fill(copy.commentSaid, { comment })}
        </span>
      </td>
    </tr>
  )
}

const plain = { row: '', name: '', interval: '', mark: '' }
/** With a sentence below the name: on a phone the mark stays below the value, and the interval comes last. */
const explained: typeof plain = {
  row: 'max-md:grid-rows-[auto_1fr]',
  name: 'max-md:row-span-2 md:w-2/5',
  interval: 'max-md:row-start-3',
  mark: 'max-md:col-start-2 max-md:row-start-2',
}

/** Figures of which the unit may go below the number. */
const breakable = 'tabular-nums lining-nums'

/** Whether a unit, such as mL/min/1.73 m², is so long that it would push the mark out of the card. */
function hasLongUnit({ unit }: ResultValue): boolean {
  return (unit ?? '').length > 9
}

function Row({ value, about, beside, withTier, isTight }: RowProps) {
  const interval = intervalWords(value)
  const isUnitLong = hasLongUnit(value)
  const unit = value.unit ? (
    <>
      {' '}
      <span className={`whitespace-nowrap ${isUnitLong ? 'text-small' : ''}`}>{value.unit}</span>
    </>
  ) : null
  // A comment is no value, however short.
  const isLong = isLongText(value) || value.isolates !== null || isComment(value)
  const places = about ? explained : plain
  const mark = (
    <>
      <FlagMark flag={value.flag} />
      {withTier && value.tier ? (
        <span className="text-small block font-semibold">{tierWords[value.tier]}</span>
      ) : null}
    </>
  )
  return (
    <tr
      className={`max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:py-3 ${value.comment === null ? '' : 'border-b-0'} ${places.row} ${isLong ? 'align-top' : ''}`}
    >
      <th
        scope="row"
        className={`text-left md:py-2.5 md:pr-4 ${places.name} ${isLong ? 'font-semibold' : 'font-normal'}`}
      >
        {value.name}
        {/* The agents of a culture need the whole width beside it. */}
        {value.isolates && isMarked(value.flag) ? <span className="block py-1">{mark}</span> : null}
        {about ? (
          <span className="text-small text-muted block max-w-60 pb-1 font-normal">{about}</span>
        ) : null}
      </th>
      <td
        colSpan={value.isolates ? 3 : isLong ? 2 : 1}
        className={`${isUnitLong ? breakable : 'figures'} md:py-2.5 md:pr-4 ${isLong ? '' : 'font-semibold'} ${value.notMeasured ? 'whitespace-normal max-md:col-span-2' : value.kind === 'text' ? 'wrap-anywhere whitespace-pre-line max-md:col-span-2' : value.kind === 'choice' ? 'whitespace-normal max-md:max-w-44 max-md:text-right' : 'max-md:text-right'}`}
      >
        {value.isolates ? (
          <IsolatesTable isolates={value.isolates} isExplained={withTier} />
        ) : isLong ? (
          <div className="max-w-words">{value.value}</div>
        ) : value.kind === 'quantity' && !value.notMeasured ? (
          <span className="whitespace-nowrap">{value.value}</span>
        ) : (
          value.value
        )}
        {unit}
        {beside ? (
          <span className="text-small text-muted block font-normal max-md:ml-auto max-md:max-w-38 max-md:whitespace-normal">
            {beside}
          </span>
        ) : null}
      </td>
      {isLong ? null : (
        <td
          className={`${isTight ? breakable : 'figures'} text-muted max-md:text-small max-md:whitespace-normal md:py-2.5 md:pr-4 ${places.interval}`}
        >
          {interval === '' ? null : (
            <>
              <span className="md:sr-only">{copy.usual} </span>
              <span className="whitespace-nowrap">{interval}</span>
              {unit}
              {isUnconfirmed(value) || value.basis === 'pregnancy' ? (
                <span className="text-small block whitespace-normal">
                  {value.basis === 'pregnancy' ? copy.inPregnancy : copy.unconfirmed}
                </span>
              ) : null}
              {withTier ? <RangeBar value={value} /> : null}
            </>
          )}
        </td>
      )}
      {value.isolates ? null : <td className={`max-md:text-right md:py-2.5 ${places.mark}`}>{mark}</td>}
    </tr>
  )
}
