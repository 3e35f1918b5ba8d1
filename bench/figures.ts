import type { Page } from './pages.ts'

/** Lighthouse's results: scores out of 100, milliseconds, layout shift, kilobytes transferred. */
export type Figures = {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  readonly kilobytes: number
}

export type Measured = Page & { readonly figures: Figures; readonly faults: readonly string[] }

/** The least scores of a page. Search engines do not matter behind the sign-in. */
const least = {
  public: { performance: 99, accessibility: 100, bestPractices: 100, seo: 100 },
  signedIn: { performance: 90, accessibility: 100 },
} as const

/** Lighthouse categories that do not apply behind the sign-in; their faults are not reported. */
const notAskedSignedIn = ['best-practices', 'seo']

/** The most layout shift of a public page. Like its weight, it does not depend on how busy the machine is. */
const most = { cls: 0.02 } as const

/** The median of each figure. */
export function median(all: readonly Figures[]): Figures {
  const middle = (of: (figures: Figures) => number) => {
    const sorted = all.map(of).toSorted((a, b) => a - b)
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  }
  return {
    performance: middle((one) => one.performance),
    accessibility: middle((one) => one.accessibility),
    bestPractices: middle((one) => one.bestPractices),
    seo: middle((one) => one.seo),
    lcp: middle((one) => one.lcp),
    tbt: middle((one) => one.tbt),
    cls: middle((one) => one.cls),
    kilobytes: middle((one) => one.kilobytes),
  }
}

/** Where a page misses its limits, in sentences. */
export function fallsShort({ name, signedIn, kilobytes, figures, faults }: Measured): string[] {
  const low = limits(signedIn ? least.signedIn : least.public).flatMap(([what, wanted]) =>
    figures[what] >= wanted ? [] : [`${name}: ${what} is ${figures[what]}, and has to be ${wanted}`],
  )
  const high = limits({ ...(signedIn ? {} : most), ...(kilobytes ? { kilobytes } : {}) }).flatMap(
    ([what, allowed]) =>
      figures[what] <= allowed ? [] : [`${name}: ${what} is ${figures[what]}, and may be ${allowed}`],
  )
  const short = [...low, ...high]
  const isAsked = (fault: string) => !signedIn || !notAskedSignedIn.includes(fault.split(':', 1)[0] ?? '')
  return short.length > 0 ? [...short, ...faults.filter(isAsked).map((fault) => `${name}: ${fault}`)] : []
}

function limits(of: Partial<Figures>): [keyof Figures, number][] {
  return Object.entries(of) as [keyof Figures, number][]
}

const heads = ['page', 'perf', 'a11y', 'best', 'seo', 'LCP s', 'TBT ms', 'CLS', 'kB']

/** The figures in columns. */
export function table(measured: readonly Measured[]): string {
  const rows = measured.map(({ name, figures: f }) => [
    ...[name, f.performance, f.accessibility, f.bestPractices, f.seo].map(String),
    ...[(f.lcp / 1000).toFixed(2), f.tbt.toFixed(0), f.cls.toFixed(3), f.kilobytes.toFixed(0)],
  ])
  return [heads, ...rows]
    .map(([name = '', ...cells]) => name.padEnd(16) + cells.map((cell) => cell.padStart(8)).join(''))
    .join('\n')
}
