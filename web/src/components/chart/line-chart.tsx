import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Axis, axisFor, placesFor } from './scale.ts'

/** A value at a moment, with its reference interval. */
export type ChartPoint = {
  readonly at: number
  readonly value: number
  readonly low: number | null
  readonly high: number | null
  /** The text above the point. */
  readonly label: string
  /** A shape in a box of 16 by 16, and its colour. */
  readonly mark: ReactNode
  readonly markClass: string
}

type ChartProps = {
  points: readonly ChartPoint[]
  /** The texts under the first and the last point. */
  from: string
  to: string
}

const height = 220
const room = { left: 44, right: 22, top: 26, bottom: 30 }
/** The least distance between two points, and between two points that both have their label. */
const least = 18
const labelled = 40

type Placed = ChartPoint & { readonly x: number; readonly y: number }
type Drawing = { points: readonly Placed[]; axis: Axis; width: number; yOf: (value: number) => number }

/**
 * Values over time, each over its reference interval. It is hidden from screen readers: the caller shows the same
 * values in a table next to it, which keyboards and screen readers use.
 */
export function LineChart({ points, from, to }: ChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={box} aria-hidden="true" className="h-55 w-full">
      {width > 0 ? <Drawn {...place(points, width)} from={from} to={to} /> : null}
    </div>
  )
}

function place(points: readonly ChartPoint[], width: number): Drawing {
  const axis = axisFor(
    points.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null)),
  )
  const tall = height - room.top - room.bottom
  const yOf = (value: number) => room.top + tall - ((value - axis.from) / (axis.to - axis.from)) * tall
  const inner = width - room.left - room.right - 2 * least
  const places = placesFor(
    points.map(({ at }) => at),
    inner,
    least,
  )
  const placed = points.map((point, index) => ({
    ...point,
    x: room.left + least + (places[index] ?? 0),
    y: yOf(point.value),
  }))
  return { points: placed, axis, width, yOf }
}

function Drawn({ points, axis, width, yOf, from, to }: Drawing & { from: string; to: string }) {
  const right = width - room.right
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="block"
    >
      <Bands points={points} axis={axis} width={width} yOf={yOf} />
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line x1={room.left} x2={right} y1={yOf(tick)} y2={yOf(tick)} className="stroke-hair" />
          <text
            x={room.left - 8}
            y={yOf(tick) + 4}
            textAnchor="end"
            className="figures fill-muted text-small"
          >
            {tick}
          </text>
        </g>
      ))}
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-indigo"
      />
      {points.map((point, index) => (
        <Mark key={point.x} point={point} labelled={hasLabel(points, index)} />
      ))}
      <text x={room.left} y={height - 8} className="fill-muted text-small">
        {from}
      </text>
      <text x={right} y={height - 8} textAnchor="end" className="fill-muted text-small">
        {to}
      </text>
    </svg>
  )
}

/** The reference interval, for each point from half way to its neighbours: it may differ from point to point. */
function Bands({ points, axis, width, yOf }: Drawing) {
  return points.map(({ low, high, x, at }, index) => {
    if (low === null && high === null) return null
    const before = points[index - 1]
    const after = points[index + 1]
    const left = before ? (before.x + x) / 2 : room.left
    const right = after ? (after.x + x) / 2 : width - room.right
    const top = yOf(high ?? axis.to)
    const bottom = yOf(low ?? axis.from)
    return (
      <g key={`${at} ${left}`}>
        <rect x={left} y={top} width={right - left} height={bottom - top} className="fill-leaf-tint" />
        {[high === null ? null : top, low === null ? null : bottom].map((y) =>
          y === null ? null : (
            <line key={y} x1={left} x2={right} y1={y} y2={y} strokeDasharray="4 3" className="stroke-leaf" />
          ),
        )}
      </g>
    )
  })
}

/** The last point always has its label; another if there is room up to the next labelled one. */
function hasLabel(points: readonly Placed[], index: number): boolean {
  let next = points.at(-1)?.x ?? 0
  if (index === points.length - 1) return true
  for (let at = points.length - 2; at >= index; at -= 1) {
    const x = points[at]?.x ?? 0
    const fits = next - x >= labelled
    if (at === index) return fits
    if (fits) next = x
  }
  return false
}

function Mark({ point, labelled: isLabelled }: { point: Placed; labelled: boolean }) {
  const { x, y, mark, markClass, label } = point
  return (
    <>
      <circle cx={x} cy={y} r="9" className="fill-card" />
      <svg
        aria-hidden="true"
        x={x - 8}
        y={y - 8}
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="currentColor"
        className={markClass}
      >
        {mark}
      </svg>
      {isLabelled ? (
        <text
          x={x}
          y={y - 13}
          textAnchor="middle"
          strokeWidth="4"
          paintOrder="stroke"
          className="figures stroke-card fill-ink text-small font-semibold"
        >
          {label}
        </text>
      ) : null}
    </>
  )
}

/** The width of an element in CSS pixels, updated as it changes, so that text in a drawing keeps its size. */
function useWidth<E extends HTMLElement>(): readonly [RefObject<E | null>, number] {
  const box = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth)
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, width]
}
