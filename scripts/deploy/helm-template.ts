import { stringify } from 'yaml'

/**
 * Renders the templates of our chart as Helm does, for the tests: Helm's program is not in any package registry. It knows
 * the part of Go's template language that the chart uses, and throws at everything else: `define`, `if`, `else`, `range`
 * over a list or a map, `include`, `toYaml`, `nindent`, `quote`, `default`, `list`, pipelines, and `{{-` and `-}}`.
 */
export type Values = { readonly [name: string]: unknown }

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string }
  | Block
type Block = {
  readonly kind: 'if' | 'range'
  readonly text: string
  readonly body: Node[]
  readonly otherwise: Node[]
}
type Scope = { readonly dot: unknown; readonly root: unknown; readonly variables: Values }
type Parts = Map<string, Node[]>

/** The rendered text of each template by its name; a name that starts with `_` only defines parts. */
export function renderChart(templates: Readonly<Record<string, string>>, data: Values): Map<string, string> {
  const parts: Parts = new Map()
  const bodies = Object.entries(templates).map(([name, text]) => [name, parse(text, parts)] as const)
  const scope = { dot: data, root: data, variables: {} }
  return new Map(
    bodies.flatMap(([name, body]) => (name.startsWith('_') ? [] : [[name, write(body, scope, parts)]])),
  )
}

function parse(text: string, parts: Parts): Node[] {
  const pieces = text
    .replace(/\s*\{\{- /g, '{{ ')
    .replace(/ -\}\}\s*/g, ' }}')
    .split(/(\{\{.*?\}\})/)
  const { body, end } = readBody(pieces, 0, parts)
  if (end < pieces.length) throw new Error(`unexpected ${pieces[end]}`)
  return body
}

/** Reads nodes up to an `else` or `end` that belongs to the block around them. */
function readBody(pieces: readonly string[], from: number, parts: Parts): { body: Node[]; end: number } {
  const body: Node[] = []
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at] ?? ''
    const [, action] = /^\{\{ (.*) \}\}$/.exec(piece) ?? []
    if (action === undefined) body.push({ kind: 'text', text: piece })
    else if (action === 'end' || action === 'else') return { body, end: at }
    else {
      const [, kind, rest = ''] = /^(if|range|define) (.*)$/.exec(action) ?? []
      if (kind === undefined) {
        body.push({ kind: 'value', text: action })
        continue
      }
      const first = readBody(pieces, at + 1, parts)
      const hasElse = pieces[first.end] === '{{ else }}'
      const second = hasElse ? readBody(pieces, first.end + 1, parts) : { body: [], end: first.end }
      if (pieces[second.end] !== '{{ end }}') throw new Error(`${action} has no end`)
      at = second.end
      if (kind === 'define') parts.set(JSON.parse(rest), first.body)
      else
        body.push({
          kind: kind === 'if' ? 'if' : 'range',
          text: rest,
          body: first.body,
          otherwise: second.body,
        })
    }
  }
  return { body, end: pieces.length }
}

function write(nodes: readonly Node[], scope: Scope, parts: Parts): string {
  return nodes.map((node) => writeNode(node, scope, parts)).join('')
}

function writeNode(node: Node, scope: Scope, parts: Parts): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'value') return String(evaluate(node.text, scope, parts))
  if (node.kind === 'if') {
    const chosen = isTrue(evaluate(node.text, scope, parts)) ? node.body : node.otherwise
    return write(chosen, scope, parts)
  }
  const [, key = '', item = '', list = ''] = /^\$(\w+), \$(\w+) := (.*)$/.exec(node.text) ?? []
  const over = evaluate(list, scope, parts)
  const entries = Array.isArray(over) ? [...over.entries()] : Object.entries(Object(over)).toSorted()
  return entries
    .map(([name, value]) => {
      const variables = { ...scope.variables, [key]: name, [item]: value }
      return write(node.body, { ...scope, dot: value, variables }, parts)
    })
    .join('')
}

/** A pipeline: each result is the last argument of the next function. */
function evaluate(pipeline: string, scope: Scope, parts: Parts): unknown {
  let piped: unknown[] = []
  for (const step of pipeline.split(' | ')) {
    const words = step.match(/"[^"]*"|\S+/g) ?? []
    const [name = '', ...given] = words
    const isFunction = /^[a-z]/i.test(name)
    const values = (isFunction ? given : words).map((word) => lookUp(word, scope))
    if (!isFunction && values.length + piped.length !== 1) throw new Error(`${step} is more than one value`)
    piped = [isFunction ? call(name, [...values, ...piped], parts) : values[0]]
  }
  return piped[0]
}

function lookUp(word: string, { dot, root, variables }: Scope): unknown {
  if (/^("|-?\d)/.test(word)) return JSON.parse(word)
  if (word === '.') return dot
  if (word === '$') return root
  const [start = '', ...path] = word.split('.')
  if (!/^(\$\w*)?$/.test(start)) throw new Error(`${word} is not a value that this renderer knows`)
  const base = start === '' ? dot : start === '$' ? root : variables[start.slice(1)]
  const found = path.reduce<unknown>((value, name) => Object(value)[name], base)
  if (found === undefined) throw new Error(`${word} has no value`)
  return found
}

function call(name: string, values: readonly unknown[], parts: Parts): unknown {
  const [first, second] = values
  switch (name) {
    case 'include': {
      const body = parts.get(String(first))
      if (!body) throw new Error(`${first} is not defined`)
      return write(body, { dot: second, root: second, variables: {} }, parts)
    }
    case 'nindent':
      return `\n${String(second).replace(/^/gm, ' '.repeat(Number(first)))}`
    case 'quote':
      return JSON.stringify(String(first))
    case 'toYaml':
      return stringify(first, { sortMapEntries: true }).trimEnd()
    case 'default':
      return isTrue(second) ? second : first
    case 'list':
      return values
    default:
      throw new Error(`${name} is not a function that this renderer knows`)
  }
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}
