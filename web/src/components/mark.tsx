const wings =
  'M33.7 37.4L35.67 18.83A13 13 0 1 1 51.8 32.8ZM30.3 37.4L28.33 18.83A13 13 0 1 0 12.2 32.8ZM41.4 28.5L44.18 17.93A5.4 5.4 0 1 1 51.48 24.28ZM22.6 28.5L19.82 17.93A5.4 5.4 0 1 0 12.52 24.28Z'
const lowerWings =
  'M33.7 39.4L45.16 41.21A8.7 8.7 0 1 1 35.17 50.9ZM30.3 39.4L18.84 41.21A8.7 8.7 0 1 0 28.83 50.9Z'
const bowls =
  'M16 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM45.2 38.6L43.54 54.25A10 10 0 1 1 30.33 43.75ZM67.5 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM80.3 38.6L81.96 54.25A10 10 0 1 0 95.17 43.75ZM113 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM142.2 38.6L140.54 54.25A10 10 0 1 1 127.33 43.75ZM180.5 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM209.7 38.6L208.04 54.25A10 10 0 1 1 194.83 43.75ZM232 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM244.8 38.6L246.46 54.25A10 10 0 1 0 259.67 43.75ZM277.5 51a21 21 0 1 0 42 0a21 21 0 1 0 -42 0ZM306.7 38.6L305.04 54.25A10 10 0 1 1 291.83 43.75Z'
const stems =
  'M0 6h9.5V72h-9.5ZM48.5 30h9.5V72h-9.5ZM67.5 6h9.5V72h-9.5ZM145.5 30h9.5V72h-9.5ZM164.5 6h9.5V72h-9.5ZM213 30h9.5V72h-9.5ZM232 6h9.5V72h-9.5ZM310 30h9.5V72h-9.5Z'

type SignProps = { className?: string }

/** The butterfly of four drops. Its upper wings take the colour of the surrounding text. */
function Mark({ className = '' }: SignProps) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <path fill="currentColor" fillRule="evenodd" d={wings} />
      <path fill="#F2A541" d={lowerWings} />
    </svg>
  )
}

/** Mark and name together; at least 22 pixels high. Indigo on light backgrounds, `text-paper` on dark ones. */
export function Lockup({ className = '' }: SignProps) {
  return (
    <svg viewBox="0 0 411.5 80" aria-hidden="true" className={className} fill="currentColor">
      <g transform="translate(-2.4 -3) scale(1.3)">
        <path fillRule="evenodd" d={wings} />
        <path fill="#F2A541" d={lowerWings} />
      </g>
      <g transform="translate(92 2)">
        <path fillRule="evenodd" d={bowls} />
        <path d={stems} />
      </g>
    </svg>
  )
}

const drop = 'M0 0C-30-16-58-48-58-82A58 58 0 0 1 58-82C58-48 30-16 0 0Z'

function ClothWing({ at, scale }: { at: string; scale: number }) {
  return (
    <g transform={`${at} scale(${scale})`} fill="none" stroke="currentColor">
      <path d={drop} strokeWidth={5} />
      <path
        d={drop}
        transform="translate(0 -11) scale(.8)"
        strokeWidth={6}
        strokeLinecap="round"
        strokeDasharray=".1 12.4"
      />
      <path d={drop} transform="translate(0 -25) scale(.6)" strokeWidth={4.5} />
      <path
        d={drop}
        transform="translate(0 -36) scale(.43)"
        strokeWidth={7}
        strokeLinecap="round"
        strokeDasharray=".1 15"
      />
      <circle cy="-84" r="13" fill="#F2A541" stroke="none" />
    </g>
  )
}

/** The butterfly in the style of the adire pattern: lines and rows of dots. For large indigo backgrounds. */
export function ClothButterfly({ className = '' }: SignProps) {
  return (
    <svg viewBox="0 0 400 360" aria-hidden="true" className={className}>
      <ClothWing at="translate(206 196) rotate(46)" scale={1.3} />
      <ClothWing at="translate(194 196) rotate(-46)" scale={1.3} />
      <ClothWing at="translate(206 208) rotate(138)" scale={0.92} />
      <ClothWing at="translate(194 208) rotate(-138)" scale={0.92} />
    </svg>
  )
}

/** A patterned patch with the butterfly on it: for pages that have nothing to show yet. */
export function Flutter() {
  return (
    <span aria-hidden="true" className="drop adire-eye grid size-36 place-items-center">
      <span className="drop bg-paper text-indigo grid size-20 place-items-center">
        <Mark className="size-14" />
      </span>
    </span>
  )
}

const bands = {
  wing: 'adire-wing h-10 bg-[position:center_top]',
  grid: 'adire-grid h-6',
  lines: 'adire-lines h-8',
  eye: 'adire-eye h-14',
} as const

/** A patterned strip across the page, at the edge of a section. Never behind text. */
export function AdireBand({ cloth }: { cloth: keyof typeof bands }) {
  return <div aria-hidden="true" className={bands[cloth]} />
}
