import type { ResultValue } from '@labalaba/contract'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ReplacedValues } from './replaced-values.tsx'
import { ValuesTable } from './values-table.tsx'

const culture = (organism: string, marked: Pick<ResultValue, 'flag' | 'tier'>): ResultValue => ({
  ...{ position: 4, name: 'Organisms and susceptibility', kind: 'text', value: organism, unit: null },
  ...{ low: null, high: null, basis: null, notMeasured: null, comment: null, method: null },
  isolates: { found: [{ organism, quantity: null, agents: [] }], breakpoints: null },
  ...marked,
})
const shown = (value: ResultValue, withTier: boolean) =>
  renderToStaticMarkup(createElement(ValuesTable, { values: [value], caption: 'Values', withTier }))

test('an organism that calls by itself has its mark beside the culture, and for readers how soon to act', () => {
  const listeria = culture('Listeria monocytogenes', { flag: 'critical_abnormal', tier: 'immediate' })
  expect(shown(listeria, false)).toContain('Critical')
  expect(shown(listeria, true)).toContain('Act now')
  const coli = shown(culture('Escherichia coli', { flag: null, tier: null }), true)
  expect(coli).toContain('Escherichia coli')
  expect(coli).not.toMatch(/Critical|Act/)
})

test('an earlier culture that no longer holds has its mark too', () => {
  const values = [culture('Shigella sonnei', { flag: 'critical_abnormal', tier: 'urgent' })]
  const report = { code: 'ABCD', releasedAt: '2026-01-01T10:00:00Z', values }
  const earlier = createElement(ReplacedValues, { values: [], replaces: [report] })
  const words = renderToStaticMarkup(createElement(MemoryRouter, null, earlier))
  expect(words).toContain('Organisms and susceptibility, Critical')
})
