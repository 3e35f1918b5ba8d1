/** The round numbers of an axis, the lowest first, and the range that they span. */
export type Axis = { readonly from: number; readonly to: number; readonly ticks: readonly number[] }

const steps = [1, 2, 2.5, 5, 10]

/** An axis of about four round steps that includes all numbers. Equal numbers get some room on both sides. */
export function axisFor(numbers: readonly number[]): Axis {
  const low = Math.min(...numbers)
  const high = Math.max(...numbers)
  const size = Math.max(Math.abs(high), Math.abs(low), 1e-9)
  const spread = high - low > size / 1e9 ? high - low : size
  const unit = 10 ** Math.floor(Math.log10(spread / 4))
  const step = unit * (steps.find((one) => one * unit >= spread / 4) ?? 10)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => tidy((first + at) * step))
  return { from: tidy(first * step), to: tidy(last * step), ticks }
}

/** Removes the digits that binary floating point adds. */
function tidy(number: number): number {
  return Number(number.toPrecision(12))
}

/**
 * The positions of moments on a line of this length: by their time, but never nearer to each other than `least`, so
 * that two of one day can be told apart. If there is no room for that, they are spaced evenly.
 */
export function placesFor(moments: readonly number[], length: number, least: number): number[] {
  const [first = 0] = moments
  const last = moments.at(-1) ?? first
  if (moments.length === 1) return [length / 2]
  const even = length / (moments.length - 1)
  if (even <= least || last === first) return moments.map((_, at) => at * even)
  const places = moments.map((moment) => ((moment - first) / (last - first)) * length)
  for (let at = 1; at < places.length; at += 1)
    places[at] = Math.max(places[at] ?? 0, (places[at - 1] ?? 0) + least)
  places[places.length - 1] = length
  for (let at = places.length - 2; at >= 0; at -= 1)
    places[at] = Math.min(places[at] ?? 0, (places[at + 1] ?? 0) - least)
  return places
}
