import type { RoundVisit } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { photoAction, refusedPhotoWords } from './policy.ts'

const photo = { id: 'p', visit: 'v', round: 2, at: '2026-11-23T08:00:00.000Z', picture: '' }
const at = (state: RoundVisit['state'], round = 2, id = 'v') => ({ id, state, round }) as RoundVisit

test('a photo waits until its samples are reported, and is sent then', () => {
  expect(photoAction(photo, [at('on_the_way')])).toBe('wait')
  expect(photoAction(photo, [at('collected')])).toBe('send')
  expect(photoAction(photo, [at('delivered')])).toBe('send')
})

test('a photo of a failed visit is dropped, with a message where its phlebotomist cannot know', () => {
  expect(photoAction(photo, [at('missed')])).toBe('drop')
  expect(photoAction(photo, [at('cancelled')])).toBe('tell')
  expect(photoAction(photo, [at('collected', 3)])).toBe('tell')
  expect(photoAction(photo, [at('collected', 2, 'another')])).toBe('tell')
})

test('the message about a lost photo says that nothing else is lost', () => {
  for (const code of ['many_photos', 'photo_refused', 'visit_changed', 'not_found'])
    expect(refusedPhotoWords(code, 'No.')).toMatch(
      /\. This does not affect the samples or anything else .*\.$/,
    )
  expect(refusedPhotoWords('many_photos', '')).toContain('three')
})
