import type { Finding, Source } from './source.ts'
import { sizes, unmeasured } from './table.ts'

/** Files and functions that are too long. Tests, generated files and copy are not measured. */
export function checkSizes(sources: readonly Source[]): Finding[] {
  return sources.filter(({ path, isTest }) => !isTest && !unmeasured.test(path)).flatMap(checkFile)
}

function checkFile({ path, code }: Source): Finding[] {
  const lines = count(code)
  const found: Finding[] = blocks(code).flatMap((block) => checkBlock(path, block))
  if (lines > sizes.fail) {
    found.push({
      level: 'fail',
      path,
      line: 1,
      text: `${lines} lines of code; ${sizes.fail} is the most. Split it by noun.`,
    })
  } else if (lines > sizes.warn) {
    found.push({
      level: 'warn',
      path,
      line: 1,
      text: `${lines} lines of code; it has begun to be two files.`,
    })
  }
  return found
}

type Block = { readonly name: string; readonly line: number; readonly lines: number }

function checkBlock(path: string, { name, line, lines }: Block): Finding[] {
  const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name)
  if (isComponent && lines > sizes.component) {
    const text = `The component ${name} has ${lines} lines; ${sizes.component} is the most. Split it by what the eye sees.`
    return [{ level: 'fail', path, line, text }]
  }
  if (!isComponent && lines > sizes.function) {
    return [
      {
        level: 'warn',
        path,
        line,
        text: `${name} has ${lines} lines; aim for ${sizes.function}. Name its steps.`,
      },
    ]
  }
  return []
}

/** The top-level functions of a file: from their first line to the closing brace in the first column. */
function blocks(code: string): Block[] {
  const pattern = /^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^\}/gm
  return [...code.matchAll(pattern)].map(({ 0: text, 1: name = '', index }) => ({
    name,
    line: code.slice(0, index).split('\n').length,
    lines: count(text),
  }))
}

function count(code: string): number {
  return code.split('\n').filter((line) => line.trim() !== '').length
}
