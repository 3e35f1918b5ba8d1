import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { version } from '../../server/src/infra/version.ts'
import { root } from '../runtime.ts'
import { renderChart } from './helm-template.ts'
import { settingNames } from './settings.ts'

const folder = join(root, 'deploy/helm')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const chart = parse(read('Chart.yaml'))
const values = parse(read('values.yaml'))
const schema = JSON.parse(read('values.schema.json'))
const templates = Object.fromEntries(
  readdirSync(join(folder, 'templates')).map((name) => [name, read(`templates/${name}`)]),
)

const other = {
  ...values,
  image: { ...values.image, tag: '1.2.3', pullSecrets: ['one', 'two'] },
  data: { claim: 'shared' },
}
const without = {
  ...values,
  ingress: { ...values.ingress, enabled: false },
  networkPolicy: { enabled: false },
}

type Kubernetes = { kind: string; metadata: { name: string }; spec: Record<string, unknown> }

function render(chosen: object): Kubernetes[] {
  const data = {
    Values: chosen,
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: 'site', Service: 'Helm' },
  }
  return [...renderChart(templates, data).values()]
    .flatMap((text) => parseAllDocuments(text, { strict: true, uniqueKeys: true }))
    .map((document) => {
      expect(document.errors).toEqual([])
      return document.toJSON()
    })
    .filter((object) => object !== null)
}

const kinds = { Deployment, Job, Ingress, NetworkPolicy, PodDisruptionBudget, Service }
const modules = {
  ...{ Deployment: 'apps/v1', Job: 'batch/v1', Service: 'v1', PodDisruptionBudget: 'policy/v1' },
  ...{ Ingress: 'networking.k8s.io/v1', NetworkPolicy: 'networking.k8s.io/v1' },
}
const isKind = (kind: string): kind is keyof typeof kinds => kind in kinds

test('the chart has the version of the product', () => {
  expect([chart.version, chart.appVersion]).toEqual([version, version])
})

test('the values fit their schema, which refuses a misspelt one, a floating tag and a secret', () => {
  const fits = new Ajv({ strict: true }).compile(schema)
  for (const good of [values, other]) expect(fits(good), JSON.stringify(fits.errors)).toBe(true)
  expect(fits({ ...values, webb: {} })).toBe(false)
  expect(fits({ ...values, image: { ...values.image, tag: 'latest' } })).toBe(false)
  for (const name of ['SECRET_KEY', 'DATABASE_URL', 'ROLE'])
    expect(fits({ ...values, settings: { ...values.settings, [name]: 'x' } })).toBe(false)
  expect(fits({ ...values, settings: { ...values.settings, DRAIN_SECONDS: '60' } })).toBe(false)
})

test('the values keep files in a bucket or in a folder that all pods mount, or they would end with a pod', () => {
  const fits = new Ajv({ strict: true }).compile(schema)
  const inFolder = { ...values, settings: { ...values.settings, FILES: 'folder' } }
  expect(fits(inFolder)).toBe(false)
  expect(fits({ ...inFolder, data: { claim: 'shared' } })).toBe(true)
  const { FILES, ...unsaid } = values.settings
  expect([FILES, fits({ ...values, settings: unsaid })]).toEqual(['s3', false])
})

test('every setting that the chart names is one of the product', () => {
  const forbidden: string[] = schema.properties.settings.propertyNames.not.enum
  const written = JSON.stringify(render(values)).match(/"name":"[A-Z][A-Z0-9_]+"/g) ?? []
  const names = [...forbidden, ...written.map((text) => text.slice(8, -1))]
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !settingNames.has(name))).toEqual([])
})

test.each([
  ['as it comes', values, 8],
  ['with a volume and other images', other, 8],
  ['without ingress and network policy', without, 6],
])('%s, each object fits the schema of Kubernetes', (_, chosen, howMany) => {
  const objects = render(chosen)
  expect(objects).toHaveLength(howMany)
  for (const object of objects) {
    if (!isKind(object.kind)) throw new Error(`${object.kind} has no schema in this test`)
    const Kind = kinds[object.kind]
    expect(() => new Kind(JSON.parse(JSON.stringify(object))).validate(), object.kind).not.toThrow()
  }
})

test('no object has a field that Kubernetes does not know', { timeout: 60_000 }, () => {
  const place = join(root, 'node_modules/.cache/labalaba-chart')
  mkdirSync(place, { recursive: true })
  onTestFinished(() => rmSync(place, { recursive: true }))
  const check = (objects: readonly Kubernetes[]) => {
    const lines = objects.flatMap((object, at) => {
      const kind = isKind(object.kind) ? object.kind : 'Service'
      return [
        `import type { I${kind} as Kind${at} } from 'kubernetes-models/${modules[kind]}'`,
        `export const object${at}: Kind${at} = ${JSON.stringify(object)}`,
      ]
    })
    writeFileSync(join(place, 'chart.ts'), lines.join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'NodeNext', '--target', 'ES2024']
    const program = join(root, 'node_modules/.bin/tsc')
    try {
      execFileSync(program, ['--ignoreConfig', ...options, '--types', '', 'chart.ts'], {
        cwd: place,
        stdio: 'pipe',
      })
      return ''
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    }
  }
  const [first, ...rest] = render(values)
  if (!first) throw new Error('nothing was rendered')
  expect(check([first, ...rest, ...render(other)])).toBe('')
  expect(check([{ ...first, spec: { ...first.spec, maxUnavailabel: 1 } }])).toContain('maxUnavailabel')
})

type Container = {
  image: string
  securityContext: object
  envFrom: { secretRef: { name: string } }[]
  readinessProbe?: { httpGet: { path: string } }
}
type Pod = { securityContext: object; terminationGracePeriodSeconds?: number; containers: Container[] }

test('pods run as nobody on a read-only file system, and only the migration gets the login of the owner', () => {
  const pods = render(values).filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  expect(pods.map(({ metadata }) => metadata.name)).toEqual(['site-migrate', 'site-web', 'site-worker'])
  for (const { metadata, spec } of pods) {
    const { template } = JSON.parse(JSON.stringify(spec)) as { template: { spec: Pod } }
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    const [container] = template.spec.containers
    expect(container?.image).toBe(`registry.example/labalaba:${version}`)
    expect(container?.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    const secrets = container?.envFrom.map(({ secretRef }) => secretRef.name)
    expect(secrets).toEqual(metadata.name === 'site-migrate' ? ['labalaba', 'labalaba-owner'] : ['labalaba'])
    if (metadata.name !== 'site-migrate') expect(container?.readinessProbe?.httpGet.path).toBe('/readyz')
    if (metadata.name === 'site-web')
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(39 + 20)
  }
})

test('the renderer refuses what it does not know', () => {
  const one = (text: string) => renderChart({ one: text }, { Values: { a: 1 } }).get('one')
  expect(one('a{{- " b" | quote -}} c')).toBe('a" b"c')
  expect(one('{{ if .Values.a }}yes{{ else }}no{{ end }}')).toBe('yes')
  expect(() => one('{{ .Values.b }}')).toThrow('.Values.b has no value')
  expect(() => one('{{ upper "a" }}')).toThrow('upper is not a function')
  expect(() => one('{{ if .Values.a }}')).toThrow('has no end')
  expect(() => one('{{ .Values.a }}{{ end }}')).toThrow('unexpected')
})
