import type { ResultValue } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { importantFirst } from './importance.ts'

const value = (name: string, changes: Partial<ResultValue> = {}): ResultValue => ({
  ...{
    position: 1,
    name,
    kind: 'quantity',
    isolates: null,
    value: '1',
    unit: null,
    notMeasured: null,
    comment: null,
    method: null,
  },
  ...{ low: 0, high: 1, basis: 'catalogue', flag: 'normal', tier: null, ...changes },
})
const finding = (name: string, flag: ResultValue['flag'] = 'normal') =>
  value(name, { kind: 'choice', low: null, high: null, basis: null, flag })
const text = (name: string) => value(name, { kind: 'text', low: null, high: null, basis: null, flag: null })
const organisms = { ...text('Organisms'), isolates: { found: [], breakpoints: null } }
const namesOf = (values: readonly ResultValue[]) => importantFirst(values).map(({ name }) => name)

test('the most urgent values come first, and the rest stays in the order of the report', () => {
  expect(
    namesOf([
      value('White cells'),
      value('Red cells', { flag: 'low' }),
      value('Haemoglobin', { flag: 'critical_low', tier: 'urgent' }),
      value('MCV', { flag: null, notMeasured: 'not_calculable' }),
      value('Platelets', { flag: 'critical_low', tier: 'immediate' }),
      value('RDW', { flag: 'high' }),
      value('Basophils'),
    ]),
  ).toEqual(['Platelets', 'Haemoglobin', 'Red cells', 'RDW', 'White cells', 'MCV', 'Basophils'])
})

test('nothing moves in a result without a mark, or in words alone', () => {
  const usual = [finding('Colour'), value('pH'), text('Casts'), value('Crystals', { flag: null })]
  expect(namesOf(usual)).toEqual(['Colour', 'pH', 'Casts', 'Crystals'])
  expect(namesOf([text('Macroscopy'), text('Microscopy'), text('Diagnosis')])).toEqual([
    ...['Macroscopy', 'Microscopy', 'Diagnosis'],
  ])
})

test('the organisms and the count of a culture stay with it, in their order', () => {
  const culture = [
    ...[text('Appearance'), value('Pus cells'), text('Casts and crystals')],
    ...[finding('Culture', 'abnormal'), value('Colony count', { flag: null }), organisms],
  ]
  expect(namesOf(culture)).toEqual([
    ...['Culture', 'Colony count', 'Organisms', 'Appearance', 'Pus cells', 'Casts and crystals'],
  ])
  const ofBlood = [finding('Culture', 'critical_abnormal'), text('Gram stain'), organisms]
  expect(namesOf(ofBlood)).toEqual(['Culture', 'Gram stain', 'Organisms'])
  const swab = [finding('Yeast cells'), value('Pus cells', { flag: 'high' }), text('Gram stain')]
  expect(namesOf([...swab, finding('Culture', 'abnormal'), organisms])).toEqual([
    ...['Pus cells', 'Culture', 'Organisms', 'Yeast cells', 'Gram stain'],
  ])
})

test('a text stays with the finding that it explains, and not with a number before it', () => {
  const stool = [finding('Ova, cysts or parasites', 'abnormal'), text('Parasite identified')]
  expect(namesOf([text('Colour'), value('Occult blood'), ...stool])).toEqual([
    ...['Ova, cysts or parasites', 'Parasite identified', 'Colour', 'Occult blood'],
  ])
  const film = [value('White cells'), value('Basophils', { flag: 'high' }), text('Film')]
  expect(namesOf(film)).toEqual(['Basophils', 'White cells', 'Film'])
})

test('comments come last, also below a finding', () => {
  const comment = text('Comment')
  expect(namesOf([finding('Genotype', 'abnormal'), comment, value('Haemoglobin A')])).toEqual([
    ...['Genotype', 'Haemoglobin A', 'Comment'],
  ])
})
