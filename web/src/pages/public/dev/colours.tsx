import { contrast, edgePairs, wordPairs } from '../../../components/contrast.ts'

const swatches = [
  ['paper', 'bg-paper', 'The ground of every page'],
  ['card', 'bg-card', 'Sheets on the ground; words on indigo'],
  ['sand', 'bg-sand', 'Quiet ground, things that are off'],
  ['ink', 'bg-ink', 'Words; the footer'],
  ['muted', 'bg-muted', 'Words of the second rank'],
  ['indigo', 'bg-indigo', 'The one action, links, the cloth'],
  ['indigo-pressed', 'bg-indigo-pressed', 'The action under a finger'],
  ['indigo-tint', 'bg-indigo-tint', 'What is chosen; worth knowing'],
  ['clay', 'bg-clay', 'Small emphasis, pictures'],
  ['marigold', 'bg-marigold', 'The focus ring, the lower wings; never words'],
  ['leaf', 'bg-leaf', 'Done'],
  ['leaf-tint', 'bg-leaf-tint', 'Ground of done'],
  ['warn', 'bg-warn', 'Take care'],
  ['warn-tint', 'bg-warn-tint', 'Ground of take care'],
  ['error', 'bg-error', 'Errors and destruction; never a result'],
  ['error-tint', 'bg-error-tint', 'Ground of errors'],
  ['border', 'bg-border', 'The edge of a field'],
  ['hair', 'bg-hair', 'Lines that only divide'],
] as const

/** The colour as the page defines it, such as #2e3192. */
function colourOf(name: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()
  // A build may shorten #ffffff.
  return /^#\w{3}$/.test(value) ? value.replace(/\w/g, '$&$&') : value
}

/** Every colour, with its value and its use. */
export function ColoursSection() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {swatches.map(([name, ground, use]) => (
        <li key={name} className="flex gap-3">
          <span aria-hidden="true" className={`drop border-hair size-14 shrink-0 border ${ground}`} />
          <span className="min-w-0">
            <b className="block">{name}</b>
            <span className="text-small text-muted block">
              <span className="figures">{colourOf(name)}</span> · {use}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

type Pairs = readonly (readonly [string, string])[]

function PairTable({ title, pairs, least }: { title: string; pairs: Pairs; least: number }) {
  return (
    <div className="min-w-0">
      <h3>{title}</h3>
      <ul className="divide-hair mt-2 divide-y">
        {pairs.map(([one, other]) => (
          <li key={one + other} className="flex items-center justify-between gap-4 py-2">
            <span className="flex items-center gap-3">
              <PairDrop one={colourOf(one)} other={colourOf(other)} />
              {one} on {other}
            </span>
            <span className="figures">{contrast(colourOf(one), colourOf(other)).toFixed(1)} to 1</span>
          </li>
        ))}
      </ul>
      <p className="text-small text-muted mt-2">At least {least} to 1, computed here from the tokens.</p>
    </div>
  )
}

function PairDrop({ one, other }: { one: string; other: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
      <rect width="32" height="32" rx="8" fill={other} />
      <path d="M16 7a9 9 0 1 1-9 9V7z" fill={one} />
    </svg>
  )
}

/** Every pair of colours in use, with its contrast. */
export function ContrastSection() {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <PairTable title="Words on their ground" pairs={wordPairs} least={4.5} />
      <PairTable title="Edges and icons" pairs={edgePairs} least={3} />
    </div>
  )
}
