import type { ESTree, Plugin } from 'vite'

const name = 'zod/mini'
const standIn = '\0schemas-stay-behind'

/**
 * Removes the schemas and zod from the browser's files. The browser reads only the method, path, access and file type
 * of an endpoint, and types, which do not exist at run time; the server validates. Code that parses in the browser
 * nevertheless gets an error that says so.
 */
export function schemasStayBehind(): Plugin {
  return {
    name: 'schemas-stay-behind',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code, { lang: 'ts' })), map: null }
      },
    },
    resolveId: (id) => (id === name ? standIn : null),
    async load(id) {
      if (id !== standIn) return null
      const names = Object.keys(await import(name)).filter((each) => each !== 'default')
      const exported = names.map((each) => `inert as ${each}`).join(', ')
      return `${inert}\nexport { ${exported} }`
    },
  }
}

/** The properties of an endpoint that the browser reads, besides its route. */
const read = new Set(['access', 'file'])

type Change = { readonly start: number; readonly end: number; readonly text: string }

/** A contract file whose endpoints contain only the properties that the browser reads, and whose schemas can be dropped. */
export function withoutSchemas(code: string, program: ESTree.Program): string {
  const changes = program.body.flatMap((statement): Change[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) => (init ? changesOf(code, init) : []))
  })
  return changes
    .sort((one, other) => other.start - one.start)
    .reduce((so, { start, end, text }) => so.slice(0, start) + text + so.slice(end), code)
}

function changesOf(code: string, init: ESTree.Expression): Change[] {
  const isEndpoint =
    init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
  if (!isEndpoint) {
    if (!/\bz\./.test(code.slice(init.start, init.end))) return []
    return [
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ]
  }
  const definition = init.arguments.at(-1)
  const parts = definition?.type === 'ObjectExpression' ? definition.properties : []
  const unread = parts.filter(
    (part) => part.type === 'Property' && !(part.key.type === 'Identifier' && read.has(part.key.name)),
  )
  return [
    { start: init.start, end: init.start, text: '/* @__PURE__ */ ' },
    ...unread.map(({ start, end }) => ({ start, end, text: '...null' })),
  ]
}

/** Stand-in for zod: every call and every member returns the stand-in itself; only parsing throws. */
const inert = `
function member(_, key) {
  if (/parse/i.test(String(key))) throw new Error('The browser has no schemas: let the server judge this.')
  return inert
}
const inert = new Proxy(function () {}, { apply: () => inert, get: member })`
