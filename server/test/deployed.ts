import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')

/** An alert of Prometheus as deploy/prometheus has it. */
export type Rule = {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string; readonly alarm?: string }
  readonly annotations: {
    readonly summary: string
    readonly description: string
    readonly runbook_url: string
  }
}

/** A dashboard of Grafana as deploy/grafana has it, as far as the tests look at it. */
export type Dashboard = {
  readonly file: string
  readonly uid: string
  readonly title: string
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
}
export type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: { readonly uid: string }
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
  readonly targets?: readonly {
    readonly refId: string
    readonly expr: string
    readonly legendFormat: string
  }[]
}

/** The folder of the rules, in which `promtool` finds their tests. */
export const prometheusFolder = join(root, 'deploy/prometheus')

/** Every alert. */
export function readRules(): Rule[] {
  const { groups }: { groups: readonly { readonly rules: readonly Rule[] }[] } = parse(
    readFileSync(join(prometheusFolder, 'labalaba.rules.yml'), 'utf8'),
  )
  return groups.flatMap(({ rules }) => rules)
}

/** Every dashboard. */
export function readDashboards(): Dashboard[] {
  const folder = join(root, 'deploy/grafana')
  return readdirSync(folder).map((file) => ({
    ...JSON.parse(readFileSync(join(folder, file), 'utf8')),
    file,
  }))
}

/** A page of docs/operations. */
export function readOperations(page: string): string {
  return readFileSync(join(root, 'docs/operations', page), 'utf8')
}

/** Words of PromQL that stand where a metric could. */
const operators = ['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset', 'group_left', 'group_right']

/** The names of the series that an expression of PromQL reads. */
export function seriesOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without)\s*\([^)]*\)/g, ' ')
  return [...new Set([...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/gi)].map(([name]) => name))].filter(
    (name) => !operators.includes(name),
  )
}
