import type { Plugin } from 'vite'

const name = 'zod/mini'
const standIn = '\0schemas-stay-behind'

/**
 * Leaves the schemas' engine out of what browsers load: 8 KB on every first visit. The browser reads only the
 * method, path and access of an endpoint, and the types of its parts, which are gone when it runs; the server
 * is the one that judges. Whoever parses in the browser all the same gets an error that says so.
 */
export function schemasStayBehind(): Plugin {
  return {
    name: 'schemas-stay-behind',
    enforce: 'pre',
    resolveId: (id) => (id === name ? standIn : null),
    async load(id) {
      if (id !== standIn) return null
      const names = Object.keys(await import(name)).filter((each) => each !== 'default')
      const exported = names.map((each) => `inert as ${each}`).join(', ')
      return `${inert}\nexport { ${exported} }`
    },
  }
}

/** Takes every call and every member, and answers itself; only judging is refused. */
const inert = `
function member(_, key) {
  if (/parse/i.test(String(key))) throw new Error('The browser has no schemas: let the server judge this.')
  return inert
}
const inert = new Proxy(function () {}, { apply: () => inert, get: member })`
