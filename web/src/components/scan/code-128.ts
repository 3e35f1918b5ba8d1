/** A greyscale picture: one byte per pixel, row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** The widths of the bars and spaces of each value of Code 128 (ISO/IEC 15417), in modules. */
const patterns = [
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222',
  '123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321',
  '232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121',
  '313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224',
  '111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111',
  '111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113',
  '114311411113411311113141114131311141411131211412211214211232',
].flatMap((some) => (some.match(/.{6}/g) ?? []).map((widths) => [...widths].map(Number)))
const stop = [2, 3, 3, 1, 1, 1, 2]
type Set = 'A' | 'B' | 'C'
/** The values that start a symbol, each with its first code set. */
const starts = [
  [103, 'A'],
  [104, 'B'],
  [105, 'C'],
] as const

/** How far all bars and spaces of a symbol together, and one of them, may be from the standard widths, in modules. */
const mostOff = { all: 2, one: 0.75 }

/** The light or dark runs of a line, the first of them light; each with its length in pixels. */
type Stretches = readonly number[]

/**
 * The text of a Code 128 bar code, upright or lying, in either direction; null if none is found. A text is accepted
 * when its check digit is right and two lines of the picture give it.
 */
export function readCode128(picture: Grey): string | null {
  const readings = new Map<string, number>()
  for (const line of linesOf(picture)) {
    const stretches = stretchesOf(line)
    const text = textOf(stretches) ?? textOf(turned(stretches))
    if (text === null) continue
    const times = (readings.get(text) ?? 0) + 1
    if (times === 2) return text
    readings.set(text, times)
  }
  return null
}

/** Lines across and down the picture, those through its middle first. */
function* linesOf({ width, height, data }: Grey): Generator<Uint8Array> {
  for (let step = 0; step < 24; step++) {
    const at = 0.5 + (step % 2 === 0 ? 1 : -1) * Math.ceil(step / 2) * 0.04
    const row = Math.floor(at * height) * width
    yield data.subarray(row, row + width)
    const column = Math.floor(at * width)
    yield Uint8Array.from({ length: height }, (_, y) => data[y * width + column] ?? 0)
  }
}

/** A pixel is dark if it is darker than those around it. */
function stretchesOf(line: Uint8Array): Stretches {
  const reach = Math.max(8, Math.floor(line.length / 16))
  const sums = new Float64Array(line.length + 1)
  for (let at = 0; at < line.length; at++) sums[at + 1] = (sums[at] ?? 0) + (line[at] ?? 0)
  const stretches = [0]
  let isDark = false
  for (let at = 0; at < line.length; at++) {
    const from = Math.max(0, at - reach)
    const to = Math.min(line.length, at + reach + 1)
    const around = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
    if ((line[at] ?? 0) < around - 8 !== isDark) {
      isDark = !isDark
      stretches.push(0)
    }
    stretches[stretches.length - 1] = (stretches.at(-1) ?? 0) + 1
  }
  return stretches
}

/** The same line reversed; the first run is light again. */
function turned(stretches: Stretches): Stretches {
  const back = [...stretches].reverse()
  return stretches.length % 2 === 0 ? [0, ...back] : back
}

/** The first text that starts anywhere in a line. Dark runs have odd positions. */
function textOf(stretches: Stretches): string | null {
  for (let at = 1; at + 6 < stretches.length; at += 2) {
    const six = stretches.slice(at, at + 6)
    const isQuiet = (stretches[at - 1] ?? 0) > (sum(six) / 11) * 4
    const [start, set] = (isQuiet && starts.find(([value]) => isNear(six, patterns[value] ?? []))) || []
    const text = start && set ? wordsFrom(stretches, at + 6, start, set) : null
    if (text) return text
  }
  return null
}

/** The text from there to the stop symbol; null if there is none, or if the check digit is wrong. */
function wordsFrom(stretches: Stretches, from: number, start: number, set: Set): string | null {
  const values: number[] = []
  for (let at = from; at + 6 < stretches.length; at += 6) {
    if (isNear(stretches.slice(at, at + 7), stop)) return checked(values, start, set)
    const value = valueAt(stretches, at)
    if (value === null || value > 102) return null
    values.push(value)
  }
  return null
}

function checked(values: number[], start: number, set: Set): string | null {
  const check = values.pop()
  const total = values.reduce((all, value, place) => all + value * (place + 1), start)
  return total % 103 === check ? wordsOf(values, set) : null
}

/** The characters of the values. A value without a character, such as a switch of code sets, adds none. */
function wordsOf(values: readonly number[], first: Set): string {
  let set = first
  let shifted = false
  let words = ''
  for (const value of values) {
    const now: Set = shifted ? (set === 'A' ? 'B' : 'A') : set
    shifted = false
    if (now === 'C' && value < 100) words += String(value).padStart(2, '0')
    else if (value < 96) words += String.fromCharCode(now === 'A' && value > 63 ? value - 64 : value + 32)
    else if (value === 98) shifted = true
    else if (value === 99) set = 'C'
    else if (value === 100) set = 'B'
    else if (value === 101) set = 'A'
  }
  return words
}

/** The value that the six runs from there are nearest to; null if they are near none. */
function valueAt(stretches: Stretches, at: number): number | null {
  const six = stretches.slice(at, at + 6)
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  patterns.forEach((pattern, value) => {
    const off = offness(six, pattern)
    if (off < least) [best, least] = [value, off]
  })
  return least <= mostOff.all ? best : null
}

function isNear(stretches: Stretches, pattern: readonly number[]): boolean {
  return offness(stretches, pattern) <= mostOff.all
}

/** By how many modules runs differ from a pattern in total; infinite if one of them differs too much. */
function offness(stretches: Stretches, pattern: readonly number[]): number {
  const module = sum(stretches) / sum(pattern)
  let all = 0
  for (let at = 0; at < pattern.length; at++) {
    const off = Math.abs((stretches[at] ?? 0) / module - (pattern[at] ?? 0))
    if (!(off <= mostOff.one)) return Number.POSITIVE_INFINITY
    all += off
  }
  return all
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
