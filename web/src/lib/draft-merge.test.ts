import { expect, it } from 'vitest'
import { emptyDraft } from './draft.ts'
import { answersOf, draftFrom, isBlank, mergeDrafts } from './draft-merge.ts'

const ada = { ...emptyDraft, name: 'Ada Obi', email: 'ada@example.com', street: '14 Allen Avenue' }

it('keeps local changes, and takes every other answer from the newer version', () => {
  const mine = { ...ada, name: 'Ada Obi-Eze' }
  const theirs = { ...ada, name: 'Adaeze Obi', street: '9 Toyin Street', payment: 'link' as const }
  expect(mergeDrafts(ada, mine, theirs)).toEqual({ ...theirs, name: 'Ada Obi-Eze' })
})

it('keeps an answer that was emptied locally empty', () => {
  expect(mergeDrafts(ada, { ...ada, street: '' }, { ...ada, area: 'Ikeja' })).toEqual({
    ...ada,
    street: '',
    area: 'Ikeja',
  })
})

it('takes the date of birth as one answer', () => {
  const mine = { ...ada, birth: { day: '1', month: '', year: '' } }
  const theirs = { ...ada, birth: { day: '', month: '', year: '1985' } }
  expect(mergeDrafts(ada, mine, theirs).birth).toEqual(mine.birth)
})

it('restores a draft exactly as it was saved', () => {
  const draft = { ...ada, birth: { day: '27', month: 'Mar', year: '' }, mode: 'sampleCollection' as const }
  expect(draftFrom(answersOf(draft))).toEqual(draft)
  expect(draftFrom({})).toEqual(emptyDraft)
})

it('ignores a day or time that the form cannot show', () => {
  for (const day of ['notaday!!', '2026-13-45', '12-03-2026', ' '])
    expect(draftFrom({ day, time: '07:00' })).toMatchObject({ day: '', time: '07:00' })
  for (const time of ['99:99', '7am', '24:00', ' '])
    expect(draftFrom({ day: '2026-11-23', time })).toMatchObject({ day: '2026-11-23', time: '' })
})

it('sends nothing that the server would refuse', () => {
  const sent = answersOf({ ...emptyDraft, name: `Ada\u0000\tObi${'x'.repeat(200)}`, area: 'half \ud83d' })
  expect(sent.name).toMatch(/^Ada {2}Obix+$/)
  expect(sent.name).toHaveLength(120)
  expect(sent.area).toBe('half  ')
})

it('recognises a form without any answer', () => {
  expect([emptyDraft, { ...emptyDraft, payment: 'link' as const }, ada].map(isBlank)).toEqual([
    true,
    false,
    false,
  ])
})

it('takes no answers of another patient than the one who is chosen here', () => {
  const theirs = {
    ...emptyDraft,
    person: 'self',
    despiteSex: true,
    clinical: { pregnancy: 'pregnant' as const },
  }
  const mine = { ...emptyDraft, person: 'other' }
  expect(mergeDrafts(emptyDraft, mine, theirs)).toMatchObject({
    ...{ person: 'other', clinical: {}, despiteSex: false },
  })
  expect(mergeDrafts(emptyDraft, emptyDraft, theirs)).toEqual(theirs)
})
