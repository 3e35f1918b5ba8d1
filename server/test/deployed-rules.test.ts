import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loggedAlarmNames } from '../src/infra/observability/alarm-metrics.ts'
import { prometheusFolder, readDashboards, readOperations, readRules, seriesOf } from './deployed.ts'

const rules = readRules()
const sources = join(import.meta.dirname, '../src')

/** The alarms that the program names, in a line of the log or in the check of alarms. */
function namedAlarms(): string[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const texts = files.map((file) => readFileSync(join(sources, file), 'utf8'))
  return [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(/\balarm: '([^']+)'/g)].map(([, name = '']) => name)),
    ),
  ]
}

test('each alert says how bad it is, for how long, what it is, and which runbook helps', () => {
  const names = rules.map(({ alert }) => alert)
  expect(new Set(names).size).toBe(names.length)
  for (const { alert, labels, annotations, ...rule } of rules) {
    expect(alert).toMatch(/^Labalaba[A-Z][A-Za-z]+$/)
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)])
    expect([alert, rule.for]).toEqual([alert, expect.stringMatching(/^\d+[mh]$/)])
    for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/^\S.*\.$/)
    expect(annotations.runbook_url).toBe(`docs/operations/runbooks.md#${alert.toLowerCase()}`)
  }
})

test('each alert has a section of the runbooks with its five parts, and no section is without an alert', () => {
  const [, ...sections] = readOperations('runbooks.md').split(/^### /m)
  const titles = sections.map((section) => section.split('\n')[0] ?? '')
  expect(titles.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  for (const section of sections) {
    const parts = [...section.matchAll(/^- \*\*(.+?):\*\* \S/gm)].map(([, part]) => part)
    expect([section.split('\n')[0], parts]).toEqual([
      section.split('\n')[0],
      ['Means', 'Who is hurt', 'Look', 'Mend', 'Wake'],
    ])
  }
})

test('each alarm of the program has an alert and a row in the table of alarms', () => {
  const withAlert = new Set(rules.map(({ labels }) => labels.alarm))
  const table = readOperations('incidents.md')
  const alarms = namedAlarms()
  expect(alarms.length).toBeGreaterThan(15)
  for (const alarm of alarms) {
    expect([alarm, withAlert.has(alarm)]).toEqual([alarm, true])
    expect([alarm, table.includes(`| \`${alarm}\``)]).toEqual([alarm, true])
  }
})

test('an alert about a line of the log names an alarm that begins at 0', () => {
  const expressions = rules.map(({ expr }) => expr).join('\n')
  const counted = [...expressions.matchAll(/alarms_logged_total\{alarm="([^"]+)"/g)].map(([, name]) => name)
  expect(counted.length).toBeGreaterThan(9)
  for (const name of counted) expect(loggedAlarmNames).toContain(name)
})

test('each alert that is shown by its own name is left out of the alert about all others', () => {
  const other = rules.find(({ alert }) => alert === 'LabalabaAlarm')?.expr ?? ''
  const [, left = ''] = /alarm!~"([^"]+)"/.exec(other) ?? []
  const found = namedAlarms().filter((alarm) => !(loggedAlarmNames as readonly string[]).includes(alarm))
  for (const alarm of found) expect(left.split('|')).toContain(alarm)
})

test('the series of an expression are found', () => {
  expect(
    seriesOf(
      '(sum by (a) (rate(b_total{c="d e"}[5m])) / on (x) group_left c > 0.2) or time() - max(e) > 1e3',
    ),
  ).toEqual(['b_total', 'x', 'c', 'e'])
})

test('each dashboard is whole: panels with titles, units, data and a place of their own', () => {
  const dashboards = readDashboards()
  expect(dashboards.map(({ file }) => file).toSorted()).toEqual([
    'clinical.json',
    'overview.json',
    'paystack.json',
    'postgresql.json',
    'workers.json',
  ])
  for (const { file, uid, title, templating, panels } of dashboards) {
    expect(uid).toBe(`labalaba-${file.replace('.json', '')}`)
    expect(title).toMatch(/^Labalaba: /)
    expect(templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    )
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const taken = new Set<string>()
    for (const { type, title: name, gridPos, datasource, fieldConfig, targets } of panels) {
      expect([file, name]).toEqual([file, expect.stringMatching(/\S/)])
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([file, name, taken.has(`${x} ${y}`)]).toEqual([file, name, false])
          taken.add(`${x} ${y}`)
        }
      if (type === 'row') continue
      expect([name, fieldConfig?.defaults.unit]).toEqual([name, expect.stringMatching(/^[a-z]+$/)])
      expect([name, datasource?.uid]).toEqual([name, '$' + '{datasource}'])
      expect([name, targets?.length]).toEqual([name, expect.any(Number)])
      for (const target of targets ?? [])
        expect([name, target.legendFormat]).toEqual([name, expect.stringMatching(/\S/)])
    }
  }
})

const promtool = (...words: string[]) =>
  spawnSync('promtool', words, { cwd: prometheusFolder, encoding: 'utf8' })
const noPromtool =
  promtool('--version').status === 0
    ? null
    : 'promtool is not installed (Debian: prometheus): the alerts are not run'

test('Prometheus reads the alerts, and each fires for its trouble and not without it', {
  timeout: 120_000,
}, ({ skip }) => {
  if (noPromtool !== null) skip(noPromtool)
  const checked = promtool('check', 'rules', 'labalaba.rules.yml')
  expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  const tested = promtool('test', 'rules', 'labalaba.tests.yml')
  expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})

test('the tests of the alerts name each of them', () => {
  const tests = readFileSync(join(prometheusFolder, 'labalaba.tests.yml'), 'utf8')
  for (const { alert } of rules) expect(tests).toContain(`{alertname="${alert}"}`)
})
