/** The lock file's entry of one package. */
export type LockedPackage = {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
}

/**
 * Packages that may have no hash in the lock file, by the start of their name. They are builds of developer tools for other
 * platforms: npm never fetched them on the machine that wrote the lock file, so `complete-lock` added them by name and
 * version. None is part of the product.
 */
export const withoutIntegrity: readonly { readonly start: string; readonly what: string }[] = [
  { start: '@biomejs/cli-', what: 'formatter' },
  { start: '@oxc-parser/binding-', what: 'parser of the check for unused code' },
  { start: '@oxlint/binding-', what: 'linter' },
  { start: '@oxlint-tsgolint/', what: 'linter with types' },
  { start: '@tailwindcss/oxide-', what: 'style sheets of the web build' },
]

const registry = 'https://registry.npmjs.org/'
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/** Problems with the origin and the hashes of packages in a lock file, one sentence each. */
export function findIntegrityProblems(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  const unused = withoutIntegrity.filter(
    ({ start }) => !installed.some(([path, { integrity }]) => !integrity && nameOf(path).startsWith(start)),
  )
  return [
    ...installed.flatMap(([path, entry]) => findProblem(path, entry)),
    ...unused.map(({ start, what }) => `No ${start}… (${what}) lacks an integrity: take it off the list.`),
  ]
}

function findProblem(path: string, { integrity, resolved, dev, optional }: LockedPackage): string[] {
  if (resolved !== undefined && !resolved.startsWith(registry))
    return [`${path} does not come from the npm registry.`]
  if (integrity) return sha512.test(integrity) ? [] : [`${path} has no SHA-512 as integrity.`]
  const isExplained = withoutIntegrity.some(({ start }) => nameOf(path).startsWith(start))
  return isExplained && dev && optional
    ? []
    : [`${path} has no integrity, so npm would install whatever it is given.`]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
