import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesOf } from './installed-packages.mjs'
import { root } from './runtime.ts'

/**
 * Writes `docs/bill-of-materials.json`: every package of a production install, and those in the built pages, in CycloneDX
 * 1.6. `--check` compares it with the lock file. It reads the lock file because `npm sbom --omit=dev` leaves out packages that the root also uses for
 * tests, such as Fastify.
 */
type Entry = { version?: string; license?: string; integrity?: string; link?: boolean }

const file = join(root, 'docs/bill-of-materials.json')
const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const shipped = packagesOf(lock, { workspaces: ['server', 'web'], developers: false })
const words = `${JSON.stringify(billOf(lock.packages, shipped), null, 1)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, words)
else if (readFileSync(file, 'utf8') !== words) {
  console.error('docs/bill-of-materials.json is not of this lock file. Run: npm run bill-of-materials')
  process.exitCode = 1
}

function billOf(packages: Readonly<Record<string, Entry>>, paths: readonly string[]): object {
  const product = paths.toSorted().flatMap((path) => {
    const entry = packages[path]
    return entry && !entry.link ? [componentOf(path, entry)] : []
  })
  const components = new Map(product)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'labalaba',
        version: packages['']?.version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: [...components.values()],
  }
}

function componentOf(path: string, { version = '', license, integrity }: Entry): [purl: string, object] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const sha512 = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  return [
    purl,
    {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...(license && { licenses: [{ expression: license }] }),
      ...(sha512 && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
    },
  ]
}
