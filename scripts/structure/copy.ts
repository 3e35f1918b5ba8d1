import { parseSync } from 'oxc-parser'
import { type Finding, lineAt, type Source } from './source.ts'

/** Screens and their parts. Left out: mock-ups of screens, a map's names, JSON-LD, and the server's words for a lost session. */
const screens =
  /^web\/src\/(?!copy\/|pages\/public\/dev\/|features\/catalogue\/map\/nigeria\.ts|app\/static-pages\.ts|lib\/transport\.ts)/

/** Attributes that never hold text for a reader. */
const technical = /^(class|className|id|htmlFor|type|rel|role|href|to|src|d|viewBox|style|key|data-.*)$/
/** Attributes of HTML that hold no text; a component's property of that name may hold elements. */
const ofForms = /^(name|action|form|target|autoComplete|inputMode|pattern)$/

/** A node of the syntax tree. */
type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

/** Texts for readers that are written in a component instead of web/src/copy. */
export function checkCopy(sources: readonly Source[]): Finding[] {
  return sources.filter(({ path, isTest }) => screens.test(path) && !isTest).flatMap(checkFile)
}

function checkFile({ path, code }: Source): Finding[] {
  const found: Finding[] = []
  function report(node: Node, words: string): void {
    const text = `"${words.trim().replace(/\s+/g, ' ')}" is text for a reader. Move it to web/src/copy.`
    found.push({ level: 'fail', path, line: lineAt(code, node.start), text })
  }
  walk(parseSync(path, code).program as unknown as Node, (node) => {
    const words = wordsOf(node)
    const isText = node.type === 'JSXText' ? /\p{L}{2}/u.test(words) : isSentence(words)
    if (isText) report(node, words)
  })
  return found
}

function wordsOf(node: Node): string {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
    return String(node.value)
  if (node.type !== 'TemplateLiteral') return ''
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}

/** A capital and a word after it, or words up to a full stop. */
function isSentence(text: string): boolean {
  if (/^[./#]|^[a-z]+:/.test(text)) return false
  return /^["“(]?\p{Lu}[\p{L}’']*[,:]? .*\p{Ll}{2}/u.test(text) || /\p{Ll}{2} \p{Ll}{2}.*[.?!…]$/u.test(text)
}

function walk(node: Node, visit: (node: Node) => void): void {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return
  if (node.type === 'JSXAttribute') {
    const name = String((node.name as Node).name)
    const isPlain = (node.value as Node | null)?.type === 'Literal'
    if (technical.test(name) || (isPlain && ofForms.test(name))) return
  }
  visit(node)
  for (const below of Object.values(node).flat()) {
    if (below && typeof below === 'object' && 'type' in below) walk(below as Node, visit)
  }
}
