import * as z from 'zod/mini'
import { longestText, plainText } from './result-text.ts'

/** How an organism responds to an agent, by the breakpoints that the report names. */
const susceptibility = z.enum(['S', 'I', 'R'])
export type Susceptibility = z.infer<typeof susceptibility>

const testedAgent = z.object({
  /** An antibiotic or an antifungal. */
  agent: z.string(),
  result: susceptibility,
  /** The minimum inhibitory concentration in mg/L or the zone diameter in mm; null if only the result is reported. */
  measured: z.nullable(z.object({ method: z.enum(['MIC', 'zone']), value: z.string() })),
})
export type TestedAgent = z.infer<typeof testedAgent>

const isolate = z.object({
  organism: z.string(),
  /** How much of it grew, in the words of the lab; null if it did not say. */
  quantity: z.nullable(z.string()),
  agents: z.array(testedAgent),
})
export type Isolate = z.infer<typeof isolate>

/** The organisms that grew in a culture, each with its susceptibility to agents. */
export const isolates = z.object({
  found: z.array(isolate),
  /** By which breakpoints it was read, such as "EUCAST 2026"; null if no agent was tested. */
  breakpoints: z.nullable(z.string()),
})
export type Isolates = z.infer<typeof isolates>

/** A text with a form of its own; null for other lines. */
export const textStructure = z.nullable(z.enum(['isolates']))

/** The units of what is measured for an agent. */
export const measureUnits = { MIC: 'mg/L', zone: 'mm' } as const

/** More in one report is a slip. */
const most = { isolates: 10, agents: 40 }

/** The longest names and quantities, in characters. */
const longest = { organism: 80, quantity: 60, agent: 60 }

const agentLine =
  /^- ?([^:]*):(?: ([SIR]))?(?: \((?:(MIC) ([^()]*?)(?: mg\/L)?|(zone) ([^()]*?)(?: mm)?)\))?$/
const breakpointsLine = /^Breakpoints: (?:(EUCAST|CLSI)(?: (\d{4}))?)?$/
/** The second number is that of an inhibitor, as in 8/4. */
const concentration = /^(?:[<>]=?)?\d{1,4}(?:\.\d{1,4})?(?:\/\d{1,4}(?:\.\d{1,4})?)?$/
/** The disc itself is 6 mm wide, and has no smaller zone. */
const zoneDiameter = /^(?:[6-9]|[1-5]\d)(?:\.\d)?$/
/** The head of an isolate whose organism is not named yet. */
const unnamed = '?'
/** Words about growth or susceptibility, which are no name of an organism. */
const noOrganism = /^-|^(?:no|nil|not|none|sterile)\b|(?<!\w-)\b(?:sensitive|susceptible|resistant)\s+to\b/i
const aboutAgents = /\b(?:sensitiv|susceptib|resistan)/i
/** What says how much grew: a number, or a word for it. */
const grown =
  /\d|\+|growth|scant|few|rare|many|numerous|abundant|occasional|sparse|moderate|heavy|light|profuse|predominan|confluent|TNTC|bottle|colon|pure|culture|enrich|broth/i

/** An agent of an isolate as it is typed: it may lack its result. */
export type TypedAgent = {
  readonly agent: string
  readonly result: Susceptibility | ''
  readonly method: 'MIC' | 'zone'
  readonly value: string
}
export type TypedIsolate = {
  readonly organism: string
  readonly quantity: string
  readonly agents: readonly TypedAgent[]
}
export type TypedIsolates = {
  readonly found: readonly TypedIsolate[]
  readonly standard: 'EUCAST' | 'CLSI' | ''
  readonly year: string
}

/**
 * Isolates as text, in which they are entered, stored and sent. One block for each, with a line for each agent, and the
 * breakpoints at the end:
 *
 *     Escherichia coli, >100,000 CFU/mL
 *     - Ciprofloxacin: S (zone 26 mm)
 *     - Ampicillin: R (MIC >=32 mg/L)
 *
 *     Breakpoints: EUCAST 2026
 */
export function textOfIsolates({ found, standard, year }: TypedIsolates): string {
  const blocks = found.map(({ organism, quantity, agents }) =>
    [headOf(organism.trim(), quantity.trim()), ...agents.map(textOfAgent)].join('\n'),
  )
  const breakpoints = standard === '' ? [] : [`Breakpoints: ${standard}${year === '' ? '' : ` ${year}`}`]
  return [...blocks, ...breakpoints].join('\n\n')
}

function headOf(organism: string, quantity: string): string {
  const name = organism === '' ? unnamed : organism
  return quantity === '' ? name : `${name}, ${quantity}`
}

function textOfAgent({ agent, result, method, value }: TypedAgent): string {
  const measured = value === '' ? '' : ` (${method} ${value} ${measureUnits[method]})`
  return `- ${agent}:${result === '' ? '' : ` ${result}`}${measured}`
}

/** Reads a text of isolates as far as it goes: every line that is no agent and no breakpoints begins an isolate. */
export function typedIsolates(text: string): TypedIsolates {
  let standard: TypedIsolates['standard'] = ''
  let year = ''
  const found: { organism: string; quantity: string; agents: TypedAgent[] }[] = []
  for (const line of plainText(text)
    .split('\n')
    .map((one) => one.trim())) {
    const read = breakpointsLine.exec(line)
    const agent = agentLine.exec(line)
    if (read) {
      standard = read[1] === 'EUCAST' || read[1] === 'CLSI' ? read[1] : ''
      year = read[2] ?? ''
    } else if (agent) {
      const [, name = '', result = '', mic, concentrated = '', , diameter = ''] = agent
      if (found.length === 0) found.push({ organism: '', quantity: '', agents: [] })
      found.at(-1)?.agents.push({
        ...{ agent: name.trim(), value: (mic ? concentrated : diameter).trim() },
        result: result === 'S' || result === 'I' || result === 'R' ? result : '',
        method: mic ? 'MIC' : 'zone',
      })
    } else if (line !== '') {
      const [organism = '', ...quantity] = line.split(', ')
      const name = organism === unnamed ? '' : organism
      found.push({ organism: name, quantity: quantity.join(', '), agents: [] })
    }
  }
  return { found, standard, year }
}

/** The isolates of a stored text, also if it was stored by older rules than `readIsolates` has now; null if it has none. */
export function isolatesOf(text: string): Isolates | null {
  const typed = typedIsolates(text)
  return typed.found.length === 0 ? null : isolatesIn(typed)
}

function isolatesIn({ found, standard, year }: TypedIsolates): Isolates {
  const isolated = found.map(isolateOf)
  const isTested = isolated.some(({ agents }) => agents.length > 0)
  return { found: isolated, breakpoints: isTested ? `${standard} ${year}`.trim() : null }
}

function isolateOf({ organism, quantity, agents }: TypedIsolate): Isolate {
  return { organism, quantity: quantity === '' ? null : quantity, agents: agents.flatMap(testedOf) }
}

/**
 * Reads a text of isolates. Agents without a result and a measurement were not tested, and are left out. Returns the isolates
 * and their text as it is stored, or what is wrong.
 */
export function readIsolates(
  text: string,
): { readonly isolates: Isolates; readonly value: string } | { readonly wrong: string } {
  const typed = typedIsolates(text)
  const found = typed.found.map((one) => ({
    ...one,
    agents: one.agents.filter(({ result, value }) => result !== '' || value !== ''),
  }))
  const isTested = found.some(({ agents }) => agents.length > 0)
  const wrong =
    found.length > most.isolates
      ? `give at most ${most.isolates} organisms`
      : (found.map(wrongIn).find((one) => one !== null) ?? (isTested ? wrongBreakpoints(typed) : null))
  if (wrong !== null) return { wrong }
  const kept: TypedIsolates = isTested ? { ...typed, found } : { found, standard: '', year: '' }
  const value = textOfIsolates(kept)
  if (value.length > longestText) return { wrong: `give at most ${longestText} characters` }
  return { value, isolates: isolatesIn(kept) }
}

function testedOf({ agent, result, method, value }: TypedAgent): TestedAgent[] {
  return result === '' ? [] : [{ agent, result, measured: value === '' ? null : { method, value } }]
}

function wrongBreakpoints({ standard, year }: TypedIsolates): string | null {
  return standard === '' || !/^20\d\d$/.test(year)
    ? 'say by which breakpoints it was read: EUCAST or CLSI, and their year'
    : null
}

function wrongIn({ organism, quantity, agents }: TypedIsolate): string | null {
  if (organism.length < 2) return 'name the organism'
  if (organism.length > longest.organism || /:(?:\s|$)/.test(organism))
    return `name the organism alone, in at most ${longest.organism} characters`
  if (noOrganism.test(organism)) return 'name the organism alone; how it responds goes with its agents'
  if (quantity.length > longest.quantity) return `say how much grew in at most ${longest.quantity} characters`
  if (
    quantity !== '' &&
    (aboutAgents.test(quantity) || !quantity.split(', ').every((part) => grown.test(part)))
  )
    return `say how much of ${organism} grew; give each organism a line of its own`
  if (agents.length > most.agents) return `give at most ${most.agents} agents for ${organism}`
  return agents.map((agent) => wrongAgent(agent, agents)).find((one) => one !== null) ?? null
}

function wrongAgent({ agent, result, method, value }: TypedAgent, all: readonly TypedAgent[]): string | null {
  if (agent.length < 2 || agent.length > longest.agent) return 'name each agent'
  if (all.filter((one) => one.agent.toLowerCase() === agent.toLowerCase()).length > 1)
    return `${agent} is there twice`
  if (result === '') return `say S, I or R for ${agent}`
  if (value === '') return null
  if (method === 'zone' && !zoneDiameter.test(value))
    return `the zone of ${agent} is 6 to 59 mm, where 6 is no zone; choose mg/L for an MIC`
  if (method === 'MIC' && !concentration.test(value))
    return `give the MIC of ${agent} as a number, such as <=0.5`
  return null
}

/** What each result means, by the words of the standard: EUCAST calls I susceptible at an increased exposure. */
export function susceptibilityWords(result: Susceptibility, breakpoints: string | null): string {
  if (result === 'S') return 'Susceptible'
  if (result === 'R') return 'Resistant'
  return breakpoints?.startsWith('EUCAST') ? 'Susceptible, increased exposure' : 'Intermediate'
}
