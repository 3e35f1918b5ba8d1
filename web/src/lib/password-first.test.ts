import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from './api.ts'
import { hostQuestions, openQuestion, passwordFirst } from './password-first.ts'

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [], activeElement: null })
})

/** An action that the server refuses until it is repeated. */
function refusedOnce() {
  let isRefused = false
  return vi.fn(async () => {
    if (isRefused) return 'done'
    isRefused = true
    throw new ApiFailure(403, 'sign_in_again', 'Give your password again.')
  })
}

const answer = (isGiven: boolean) => (openQuestion() ?? expect.unreachable()).answer(isGiven)

test('an action that needs the password runs again once it is given', async () => {
  const leave = hostQuestions(() => {})
  const act = refusedOnce()
  const result = passwordFirst(act)
  await vi.waitFor(() => answer(true))
  expect(await result).toBe('done')
  expect([act.mock.calls.length, openQuestion()]).toEqual([2, null])
  leave()
})

test('two actions share one dialog, and closing it fails both', async () => {
  const leave = hostQuestions(() => {})
  const results = Promise.allSettled([passwordFirst(refusedOnce()), passwordFirst(refusedOnce())])
  await vi.waitFor(() => answer(false))
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  leave()
})

test('a password accepted after its dialog was closed answers the next one', async () => {
  const leave = hostQuestions(() => {})
  const first = passwordFirst(refusedOnce())
  const late = await vi.waitFor(() => openQuestion() ?? expect.unreachable())
  late.answer(false)
  await expect(first).rejects.toMatchObject({ code: 'sign_in_again' })
  const second = passwordFirst(refusedOnce())
  await vi.waitFor(() => openQuestion() ?? expect.unreachable())
  late.answer(true)
  expect(await second).toBe('done')
  leave()
})

test('without a dialog host, and when it unmounts, the refusal is thrown', async () => {
  await expect(passwordFirst(refusedOnce())).rejects.toMatchObject({ code: 'sign_in_again' })
  const leave = hostQuestions(() => {})
  const left = passwordFirst(refusedOnce())
  await vi.waitFor(() => openQuestion() ?? expect.unreachable())
  leave()
  await expect(left).rejects.toMatchObject({ code: 'sign_in_again' })
})
