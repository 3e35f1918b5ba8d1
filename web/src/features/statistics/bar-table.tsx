import { Bar } from '../../components/chart/bar.tsx'

export type BarRow = { readonly label: string; readonly count: number; readonly words?: string }

type TableProps = {
  caption: string
  heads: readonly [string, string]
  rows: readonly BarRow[]
  whole?: number
}

/** Counts with their bars. The number in each row says the same as its bar. */
export function BarTable({ caption, heads, rows, whole }: TableProps) {
  const most = whole ?? Math.max(1, ...rows.map(({ count }) => count))
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, count, words }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="w-2/5 py-1.5 pr-3 text-left font-normal wrap-anywhere">
              {label}
            </th>
            <td className="py-1.5">
              <span className="flex flex-wrap items-center justify-end gap-x-3">
                <span className="min-w-16 flex-1">
                  <Bar share={count / most} />
                </span>
                <span className="figures min-w-8 text-right font-semibold whitespace-nowrap">
                  {words ?? count}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
