import { FastingIcon, InfoIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/checkout.ts'
import { plural } from '../../lib/fill.ts'
import { namesListed } from '../../lib/names.ts'
import { longestFast, preparations } from '../../lib/preparation.ts'
import type { CartLine } from './policy.ts'

/** The preparation for every test of the cart, shown before payment. */
export function BeforeSample({ lines }: { lines: readonly CartLine[] }) {
  const fast = longestFast(lines)
  const todo = preparations(lines)
  const manyTests = lines.length > 1
  const tone = fast > 0 ? 'border-warn bg-warn-tint' : 'border-indigo bg-indigo-tint'
  const ink = fast > 0 ? 'text-warn' : 'text-indigo'
  const Icon = fast > 0 ? FastingIcon : InfoIcon
  return (
    <section aria-labelledby="before-sample" className={`rounded-button flex gap-3 border-l-6 p-4 ${tone}`}>
      <Icon size={24} className={`mt-0.5 ${ink}`} />
      <div className="min-w-0 space-y-1">
        <h2 id="before-sample" className={`text-body font-body font-semibold ${ink}`}>
          {fast > 0 ? plural(copy.fastBefore, fast) : copy.beforeSample}
        </h2>
        {todo.length > 0 ? (
          <ul className="space-y-2">
            {todo.map(({ words, tests }) => (
              <li key={words}>
                {words}
                {manyTests ? <span className="text-small text-muted block">{namesListed(tests)}</span> : null}
              </li>
            ))}
          </ul>
        ) : fast > 0 ? null : (
          <p>{copy.noPreparation}</p>
        )}
      </div>
    </section>
  )
}
