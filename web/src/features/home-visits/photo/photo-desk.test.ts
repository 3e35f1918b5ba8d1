import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, saveSession } from '../../../lib/session.ts'
import { freshBrowser, siteAnswering } from '../../../lib/test-browser.ts'
import type { TakenPhoto } from '../offline-round.ts'
import { closeDesk, currentDesk, doAct, type NewAct, openDesk, sync } from '../round-desk.ts'
import { currentPhotos, followDesk, removePhoto, takePhoto } from './photo-desk.ts'

const person = (email: string) =>
  ({ status: 'active', name: 'F', email, phone: '', username: '', type: 'phlebotomist' }) as const
const visit = '7b1c1f0e-6a58-4c0f-9a35-2f9d1c0b7f11'
const photo = (id: string): TakenPhoto => ({
  id,
  visit,
  round: 1,
  at: `2026-11-22T08:00:0${id}.000Z`,
  picture: `data:image/jpeg;base64,${id}`,
})
const collect: NewAct = { verb: 'collect', visit, round: 1, isPatient: true, accessions: ['26A-00001'] }

/** Requests in order: acts by their verbs, photos by their bytes. */
let came: string[] = []
let state = 'on_the_way'
/** The answers to the next photos, one after the other; later ones are stored. */
let answers: ((response: ServerResponse) => void)[] = []
let site: { close: () => Promise<void> }
let stop: () => void = () => undefined

const refuse = (status: number, code: string) => (response: ServerResponse) => {
  response.statusCode = status
  response.end(JSON.stringify({ status, code, message: 'No.', data: null }))
}

const browser = globalThis.navigator
const online = (onLine: boolean) =>
  Object.defineProperty(globalThis, 'navigator', { value: { onLine }, configurable: true })

/** A minute goes by. */
function later(): void {
  const now = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
}

beforeEach(async () => {
  freshBrowser()
  online(true)
  came = []
  answers = []
  state = 'on_the_way'
  site = await siteAnswering((request, body, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/photos')) {
      came.push(`photo ${JSON.parse(body).image}`)
      const answer = answers.shift()
      return answer ? answer(response) : response.end(JSON.stringify({ data: {} }))
    }
    const acts: { id: string; verb: string }[] = body ? JSON.parse(body).acts : []
    for (const { verb } of acts) came.push(verb)
    if (acts.some(({ verb }) => verb === 'collect')) state = 'collected'
    if (acts.some(({ verb }) => verb === 'miss')) state = 'missed'
    const tubes = [{ accession: '26A-00001', state: 'expected' }]
    const round = {
      day: '2026-11-22',
      visits: [{ id: visit, round: 1, state, patient: { name: 'Ngozi' }, tubes }],
    }
    const outcomes = acts.map(({ id }) => ({ id, isDone: true, code: null, message: null }))
    response.end(JSON.stringify({ data: body ? { outcomes, round } : round }))
  })
  saveSession('femi-token', person('femi@example.com'))
  await openDesk()
  stop = followDesk()
})

afterEach(async () => {
  vi.restoreAllMocks()
  stop()
  endSession()
  closeDesk()
  await site.close()
  Object.defineProperty(globalThis, 'navigator', { value: browser, configurable: true })
})

const nothingWaits = () => vi.waitFor(() => expect(currentPhotos().waiting).toEqual([]), 15_000)

test('photos wait until the samples are reported, and are sent after them, each once', async () => {
  await takePhoto(photo('1'), null)
  await takePhoto(photo('2'), null)
  await sync()
  expect(came).toEqual([])
  online(false)
  await doAct(collect)
  await sync()
  expect(came).toEqual([])
  online(true)
  await sync()
  await nothingWaits()
  await sync()
  expect(came).toEqual(['collect', 'photo 1', 'photo 2'])
})

test('a photo that is taken again or removed is never sent', async () => {
  await takePhoto(photo('1'), null)
  await takePhoto(photo('2'), '1')
  await takePhoto(photo('3'), null)
  await removePhoto('3')
  expect(currentPhotos().waiting.map(({ id }) => id)).toEqual(['2'])
  await doAct(collect)
  await nothingWaits()
  expect(came).toEqual(['collect', 'photo 2'])
})

test('a refused photo is reported, and delays neither a step nor another photo', async () => {
  answers = [refuse(409, 'many_photos')]
  await takePhoto(photo('1'), null)
  await takePhoto(photo('2'), null)
  await doAct(collect)
  await nothingWaits()
  expect(came).toEqual(['collect', 'photo 1', 'photo 2'])
  const [conflict, ...others] = currentDesk().conflicts
  expect(others).toEqual([])
  expect(conflict?.title).toBe('A photo of the tubes, Ngozi: it was not saved')
  expect(currentDesk().waiting).toEqual([])
})

test('without an answer it waits a while, steps continue, and the same photo is sent again', async () => {
  answers = [refuse(503, 'busy'), refuse(429, 'too_many')]
  const photos = () => came.filter((one) => one.startsWith('photo'))
  await takePhoto(photo('1'), null)
  await doAct(collect)
  await vi.waitFor(() => expect(came).toEqual(['collect', 'photo 1']), 15_000)
  await doAct({ verb: 'deliver', visit, round: 1, count: 1 })
  await vi.waitFor(() => expect(came).toContain('deliver'), 15_000)
  await sync()
  expect(photos()).toEqual(['photo 1'])
  // Asked again until it is sent: a try that is still being answered is not repeated.
  await vi.waitFor(async () => {
    later()
    await sync()
    expect(photos()).toHaveLength(3)
  }, 15_000)
  await nothingWaits()
  expect(new Set(photos())).toEqual(new Set(['photo 1']))
  expect(currentDesk().conflicts).toEqual([])
})

test('a photo of a visit without samples is not sent, and the phlebotomist, who knows, gets no message', async () => {
  await takePhoto(photo('1'), null)
  await doAct({ verb: 'miss', visit, round: 1, reason: 'declined' })
  await nothingWaits()
  expect(came).toEqual(['miss'])
  expect(currentDesk().conflicts).toEqual([])
})

test('signing out removes all photos', async () => {
  await takePhoto(photo('1'), null)
  endSession()
  expect(currentPhotos().waiting).toEqual([])
  state = 'collected'
  for (const email of ['bisi@example.com', 'femi@example.com']) {
    saveSession('another-token', person(email))
    await openDesk()
    await sync()
    expect(currentPhotos().waiting).toEqual([])
  }
  expect(came).toEqual([])
})
