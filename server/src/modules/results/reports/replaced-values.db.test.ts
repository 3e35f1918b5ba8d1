import {
  correctReport,
  downloadReport,
  makeShare,
  openShare,
  readResults,
  withdrawReport,
} from '@labalaba/contract'
import { extractText } from 'unpdf'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { glassOf, immediate, patientNo, usual } from '../../../../test/break-glass.ts'
import { ada, tola } from '../../../../test/cast.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { byMember } from '../by-member.ts'
import { openReportRenderer, releaseReport } from './release.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
await world.work()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { creatinine: 4000 })
})

const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const comment = ['Comment', 'The specimen was haemolysed.'] as const

/** A released creatinine; `next` corrects it with these values, up to its release. */
async function released(first: TypedByName) {
  const patient = { name: ada.name, gender: 'Male', dob: '1966-02-14', person: 'self' } as const
  const report = await beginReport(world, { books: asAda, bench }, creatinine, patient)
  const { id, order } = report
  const params = { reference: order }
  const out = async (typed: TypedByName) => {
    expect(await report.enter(typed)).toMatchObject({ httpStatus: 200 })
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    return await report.release()
  }
  expect(await out(first)).toMatchObject({ httpStatus: 200 })
  const own = async () => (await asAda(readResults, { params })).data?.results[0] ?? expect.unreachable()
  const begin = () => bench.verifies(correctReport, { params: { id }, body: { reason: 'Tubes mixed up' } })
  const next = async (typed: TypedByName) => {
    await begin()
    expect(await out(typed)).toMatchObject({ httpStatus: 200 })
    return await own()
  }
  const withdraw = (number: number) => {
    const body = { number, because: 'wrong_patient', note: 'Labels swapped' } as const
    return bench.verifies(withdrawReport, { params: { id }, body })
  }
  const paper = async () => {
    const path = downloadReport.path.replace(':reference', order).replace(':report', id)
    const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
    const file = await fetch(`${world.publicUrl}${path}`, { headers })
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }
  const share = async () => {
    const { data } = await asAda(makeShare, { params, body: { reports: [id], lasts: 'day' } })
    const token = data.url.split('/shared/')[1] ?? ''
    return async () =>
      (await world.nobody(openShare, { params: { token }, body: { passcode: data.passcode } })).data
        .results[0]
  }
  return { ...report, own, begin, out, next, withdraw, paper, share }
}

describe('a corrected report', () => {
  test('shows its patient each value that has changed as it was, with the date and code of the earlier report', async () => {
    const { own, next, paper } = await released([['Creatinine', '190'], comment])
    const first = await own()
    expect(first.replaces).toEqual([])
    const second = await next([['Creatinine', '90'], comment])
    const old = { name: 'Creatinine', value: '190', unit: 'µmol/L', flag: 'high' }
    // The eGFR follows from the creatinine, and the comment is as it was.
    expect(second.replaces).toMatchObject([
      {
        ...{ releasedAt: first.releasedAt, code: first.code },
        values: [old, { name: expect.stringMatching(/GFR/), flag: 'low' }],
      },
    ])
    expect(second.replaces[0]?.values).toHaveLength(2)
    const words = await paper()
    expect(words).toMatch(/Earlier: Creatinine 190 \Smol\/L .*High/)
    expect(words).toContain(`with the code ${first.code}`)
    expect(words).not.toContain('Earlier: Comment')

    // A reader may hold the first report or the second. A line that is gone is among the values of the second.
    const third = await next([['Creatinine', '95']])
    expect(third.replaces.map(({ code }) => code)).toEqual([first.code, second.code])
    expect(third.replaces.map(({ values }) => values.map(({ value }) => value))).toEqual([
      expect.arrayContaining(['190']),
      expect.arrayContaining(['90', comment[1]]),
    ])
    expect(JSON.stringify(third.replaces[0])).not.toContain(comment[1])
    const onPaper = await paper()
    const [one, two] = [first, second].map(({ code }) => onPaper.indexOf(`with the code ${code}`))
    expect(one).toBeGreaterThan(-1)
    expect(two).toBeGreaterThan(one ?? 0)
    expect(onPaper).toMatch(/Earlier: Creatinine 190 .*Earlier: Creatinine 90 /)
  })

  test('names a value that two reports had once, with the later of them', async () => {
    const { own, next } = await released([['Creatinine', '190'], comment])
    const second = await next([
      ['Creatinine', '190'],
      ['Comment', 'The specimen was clear.'],
    ])
    const third = await next([
      ['Creatinine', '90'],
      ['Comment', 'The specimen was clear.'],
    ])
    const first = await own()
    expect(first.version).toBe(3)
    expect(third.replaces).toMatchObject([
      { values: [{ value: comment[1] }] },
      { code: second.code, values: [{ value: '190' }, { name: expect.stringMatching(/GFR/) }] },
    ])
    expect(third.replaces.map(({ values }) => values.length)).toEqual([1, 2])
  })

  test('that only adds, or comes after a withdrawal, shows no earlier value', async () => {
    const { next, own, begin, out, withdraw, paper } = await released([['Creatinine', '190']])
    expect((await next([['Creatinine', '190'], comment])).replaces).toEqual([])
    expect(await paper()).not.toContain('Earlier:')
    await withdraw(2)
    await begin()
    expect(await out([['Creatinine', '90']])).toMatchObject({ httpStatus: 200 })
    expect(await own()).toMatchObject({ version: 3, correction: 'Tubes mixed up', replaces: [] })
    const words = await paper()
    expect(words).not.toContain('Earlier:')
    expect(words).not.toContain('190')
    // The values of the version that follows are this patient's again.
    const fourth = await next([['Creatinine', '80']])
    expect(fourth.replaces).toMatchObject([{ values: [{ value: '90' }, {}] }])
    // What was said before the withdrawal stays hidden, however many versions follow.
    expect(JSON.stringify((await next([['Creatinine', '85']])).replaces)).not.toContain('190')
  })

  test('whose earlier version is withdrawn before it is released shows none of its values', async () => {
    const { own, begin, enter, verify, release, withdraw, paper } = await released([['Creatinine', '190']])
    await begin()
    await enter([['Creatinine', '90']])
    await verify()
    expect(await withdraw(1)).toMatchObject({ httpStatus: 200 })
    expect(await release()).toMatchObject({ httpStatus: 200 })
    expect((await own()).replaces).toEqual([])
    expect(await paper()).not.toContain('190')
  })

  test('is not released with a PDF that was drawn before its earlier version was withdrawn', async () => {
    const { id, begin, enter, verify, release, withdraw } = await released([['Creatinine', '190']])
    await begin()
    await enter([['Creatinine', '90']])
    await verify()
    const [verifier = expect.unreachable()] = await world.sql<{ accountId: number; staffId: string }[]>`
      select account_id::int as "accountId", staff_member.id as "staffId"
      from staff_member join account on account.id = account_id where account.email = ${tola.email}`
    const session = { isVerifiedDoctor: false, tokenHash: Buffer.alloc(32), isRecent: true, position: null }
    const by = await byMember(world, { type: 'lab', ...verifier, ...session })
    const renderer = openReportRenderer()
    const withdrawsFirst: typeof renderer = {
      ...renderer,
      render: async (content) => {
        expect(await withdraw(1)).toMatchObject({ httpStatus: 200 })
        return await renderer.render(content)
      },
    }
    const deps = { ...world.parts, renderer: withdrawsFirst }
    await expect(releaseReport(deps, by, id, { counselledBy: null })).rejects.toMatchObject({
      code: 'result_changed',
    })
    expect(await release()).toMatchObject({ httpStatus: 200 })
    await renderer.close()
  })
})

describe('an earlier version is shown only to a reader who could read it', () => {
  test('by a link that was made before the correction, and not by a later one', async () => {
    const { next, share } = await released([['Creatinine', '190']])
    const before = await share()
    await next([['Creatinine', '90']])
    const after = await share()
    const values = (shown: Awaited<ReturnType<typeof before>>) =>
      shown?.replaces.map(({ values: [first] }) => first?.value)
    expect(values(await before())).toEqual(['190'])
    expect(await after()).toMatchObject({ version: 2, replaces: [] })
    await next([['Creatinine', '95']])
    expect(values(await before())).toEqual(['190', '90'])
    expect(values(await after())).toEqual(['90'])
  })

  test('by break-glass if that version was opened, and not if only the correction was', async () => {
    const glass = glassOf(world)
    const replaced = async (reference: string) => (await glass.read(reference)).data.results[0]?.replaces
    const grave = await glass.released(immediate, patientNo(1, 'replaced'))
    await glass.open(grave)
    expect(await replaced(grave)).toEqual([])
    await glass.release(grave, '0.8')
    expect(await replaced(grave)).toMatchObject([{ values: [{ value: immediate }] }])

    const usualFirst = await glass.released(usual, patientNo(2, 'replaced'))
    await glass.release(usualFirst, immediate)
    await glass.open(usualFirst)
    expect(await replaced(usualFirst)).toEqual([])
    // The next correction replaces the version that was opened, and one that was not.
    await glass.release(usualFirst, '0.8')
    expect(await replaced(usualFirst)).toMatchObject([{ values: [{ value: immediate }] }])
    await glass.agree(usualFirst)
    expect(await replaced(usualFirst)).toMatchObject([
      { values: [{ value: usual }] },
      { values: [{ value: immediate }] },
    ])
  })
})
