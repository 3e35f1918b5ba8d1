import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commentPosition, pregnancyChoices, pregnancyLoinc } from '@labalaba/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadReference } from '../../../reference/load.ts'
import { orderAtBench } from '../../test/bench.ts'
import { ada } from '../../test/cast.ts'
import { verifiedValue } from '../../test/doctor-results.ts'
import { buildWorld } from '../../test/world.ts'
import { commands } from '../cli.ts'
import { runCommandLine } from './run.ts'

const world = await buildWorld()
const { sql, db } = world
const folder = mkdtempSync(join(tmpdir(), 'labalaba-analytes-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function labalaba(...words: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const screen = {
    print: (line: string) => void out.push(line),
    complain: (line: string) => void errors.push(line),
  }
  const env = { DATABASE_URL: world.url, INIT_CWD: folder }
  const code = await runCommandLine(commands, words, env, screen)
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

function file(name: string, lines: readonly string[]): string {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return name
}

const heading =
  'test_code,position,analyte,loinc,loinc_verified,kind,unit_ucum,unit_display,choices,expected,needed,ref_male_low,ref_male_high,ref_female_low,ref_female_high,critical_low,critical_high,source,needs_confirmation'
const chloride = 'sweat-test,1,Sweat chloride,2077-6,no,quantity,mmol/L,mmol/L,,,yes,0,29,0,29,,,a book,yes'
const finding = 'sweat-test,2,Comment,,no,text,,,,,no,,,,,,,,no'
const analytes = (...lines: string[]) =>
  labalaba('import-analytes', file('analytes.csv', [heading, ...lines]))
/** The lines that a file gave. */
const lines = () =>
  sql`select position, analyte.name, unit, male_high, needed, active from analyte join test on test.id = test_id
    where code = 'sweat-test' and position < ${commentPosition} order by position`
const again = async () => {
  await sql`delete from loaded_set where name = 'reference'`
  expect(await loadReference(db)).toBe(true)
}
const sensitivityOf = async (code: string) =>
  (await sql`select sensitive, sensitive_until is null as holds from test where code = ${code}`)[0]
const needsCounselling = async (code: string) =>
  (
    await sql<{ needs: boolean }[]>`
      select needs_counselling and counselling_until is null as needs from test where code = ${code}`
  )[0]?.needs

const testHeading =
  'code,name,also_known_as,category,department,specimen,container,fasting_hours,preparation,turnaround_hours,home_collection,sex,loinc,loinc_verified,price_low_ngn,price_high_ngn,popular_rank,summary'
const sweat =
  'sweat-test,Sweat test,,Pathology,Clinical chemistry,Sweat,,0,None.,12,no,any,,no,5000,12000,,Salt in sweat.'
const catalogue = (head: string, ...tests: string[]) =>
  labalaba('import-catalogue', file('tests.csv', [head, ...tests]))

beforeAll(async () => {
  expect((await catalogue(testHeading, sweat)).code).toBe(0)
})

describe('importing the analytes of tests', () => {
  test('shows a preview first, then defines how the results of an install’s own test are read', async () => {
    const named = file('analytes.csv', [heading, chloride, finding])
    const seen = await labalaba('import-analytes', named, '--preview', 'yes')
    expect(seen).toMatchObject({ code: 0, errors: '' })
    expect(seen.out).toBe(
      'sweat-test: 2 new, 0 changed, 0 no more.\nNothing was changed. The file has 2 lines of 1 test.',
    )
    expect(await lines()).toEqual([])
    expect((await analytes(chloride, finding)).out).toContain('Imported 2 lines of 1 test.')
    expect(await lines()).toMatchObject([
      { position: 1, name: 'Sweat chloride', male_high: 29, needed: true, active: true },
      { position: 2, name: 'Comment', needed: false, active: true },
    ])
    const changed = await analytes(chloride.replaceAll(',29', ',39'))
    expect(changed.out).toContain('sweat-test: 0 new, 1 changed, 1 no more.')
    expect(await lines()).toMatchObject([{ male_high: 39 }, { active: false }])
  })

  test('adds a line for a comment if the file has none', async () => {
    const added = async () =>
      (
        await sql<{ active: boolean }[]>`select analyte.active from analyte join test on test.id = test_id
          where code = 'sweat-test' and position = ${commentPosition}`
      )[0]
    expect((await analytes(chloride)).out).toContain('0 no more.')
    expect(await added()).toEqual({ active: true })
    expect((await analytes(chloride)).out).toContain('sweat-test: 0 new, 0 changed, 0 no more.')
    await analytes(chloride, finding)
    expect(await added()).toEqual({ active: false })
    await analytes(chloride.replaceAll(',29', ',39'))
  })

  test('takes a line that asks about pregnancy only in a test that is sensitive', async () => {
    const asking = `sweat-test,3,Pregnancy,${pregnancyLoinc},yes,choice,,,"${pregnancyChoices.join('|')}",,yes,,,,,,,a book,no`
    const refused = await analytes(chloride, asking)
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain('a test that asks about pregnancy must be sensitive')
  })

  test('takes the lines of an HIV test only with the further tests and the status that its rules read', async () => {
    const choice = (position: number, choices: string) =>
      `hiv-combo,${position},Line ${position},,no,choice,,,${choices},,${position === 1 ? 'yes' : 'no'},,,,,,,a book,no`
    const assays = [1, 2, 3].map((position) => choice(position, 'Non-reactive|Reactive'))
    const alone = await analytes(...assays.slice(0, 1))
    expect(alone.code).toBe(1)
    for (const position of [2, 3])
      expect(alone.errors).toContain(
        `hiv-combo: position ${position} must have the choices Non-reactive|Reactive`,
      )
    expect(alone.errors).toContain(
      'hiv-combo: position 4 must have the choices Negative|Inconclusive|Positive',
    )
    const otherStatus = await analytes(...assays, choice(4, 'Negative|Positive'))
    expect(otherStatus.errors).toContain('position 4 must have the choices')
    const named = file('hiv.csv', [heading, ...assays, choice(4, 'Negative|Inconclusive|Positive')])
    const whole = await labalaba('import-analytes', named, '--preview', 'yes')
    expect(whole).toMatchObject({ code: 0, errors: '' })
  })

  test('lists every fault, and imports a file whole or not at all', async () => {
    const before = await lines()
    const { code, errors } = await analytes(
      chloride.replaceAll(',29', ',49'),
      chloride,
      finding.replace('sweat-test', 'no-test'),
      finding.replace('text', 'number'),
      finding.replace('sweat-test', 'liver-check'),
    )
    expect(code).toBe(1)
    expect(errors).toContain('line 3: position is "1"; another line of this test has it too')
    expect(errors).toContain('line 4: test_code is "no-test"; the catalogue has no such test')
    expect(errors).toContain('line 5: kind is "number"; give one of quantity, choice, text')
    expect(errors).toContain('line 6: test_code is "liver-check"; the catalogue has no such test')
    expect(await lines()).toEqual(before)
    expect(await labalaba('import-analytes', 'analytes.csv', '--preview', 'no')).toMatchObject({ code: 2 })
  })

  test('says what a line is if the file does, and keeps that while the name stays', async () => {
    const told = (...sentences: readonly string[]) =>
      labalaba(
        'import-analytes',
        file('analytes.csv', [
          `${heading},about`,
          `${chloride},${sentences[0]}`,
          `${finding},${sentences[1]}`,
        ]),
      )
    const about = async () =>
      (
        await sql<{ about: string | null }[]>`select about from analyte join test on test.id = test_id
          where code = 'sweat-test' and position < ${commentPosition} order by position`
      ).map((line) => line.about)
    const sentence = 'Measures a salt in sweat.'
    expect((await told(sentence, 'a'.repeat(141))).errors).toContain(
      'line 3: about is longer than 140 characters',
    )
    await told(sentence, '')
    expect(await about()).toEqual([sentence, null])
    expect((await told('Measures the salt of sweat.', '')).out).toContain(
      'sweat-test: 0 new, 1 changed, 0 no more.',
    )
    expect((await told(sentence, '')).code).toBe(0)
    expect((await analytes(chloride, finding)).out).toContain('sweat-test: 0 new, 0 changed, 0 no more.')
    expect(await about()).toEqual([sentence, null])
    await analytes(chloride.replace('Sweat chloride', 'Chloride of sweat'), finding)
    expect(await about()).toEqual([null, null])
  })

  test('survives a reload of our own catalogue, which updates all other tests', async () => {
    const ofGlucose = () => sql`select analyte.name from analyte join test on test.id = test_id
      where code = 'fbs' and active order by position`
    const was = await ofGlucose()
    await sql`update analyte set name = 'Altered' where test_id in (select id from test where code in ('fbs', 'sweat-test'))`
    await again()
    expect(await ofGlucose()).toEqual(was)
    expect(await lines()).toMatchObject([{ name: 'Altered' }, { name: 'Altered' }])
  })

  test('keeps the measurement of a line that results already use', async () => {
    const reference = await orderAtBench(world, await world.as(ada), {
      test: [{ name: 'Fasting blood sugar', amount: 3000 }],
    })
    await verifiedValue(world, reference, '5.1')
    const [line] = await sql<
      { loinc: string; ucum: string }[]
    >`select analyte.loinc, ucum from analyte join test on test.id = test_id
      where code = 'fbs' and position = 1`
    const own = (ucum: string, position = 1, name = 'Fasting glucose') =>
      `fbs,${position},${name},${line?.loinc ?? ''},no,quantity,${ucum},${ucum},,,yes,3.9,5.6,3.9,5.6,,,a book,no`
    const refused = await analytes(own('mg/dL'))
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain('line 2: position is "1"; results or a lab')
    expect((await analytes(own(line?.ucum ?? ''))).code).toBe(0)
    expect((await analytes(own('mg/dL', 2))).code).toBe(0)
  })
})

describe('whether a test is sensitive', () => {
  test('is imported with the catalogue, and an empty cell keeps it', async () => {
    const more = `${testHeading},sensitive`
    expect((await catalogue(more, `${sweat},Inherited illness`)).code).toBe(0)
    expect(await sensitivityOf('sweat-test')).toEqual({ sensitive: 'Inherited illness', holds: true })
    expect((await catalogue(more, `${sweat},`)).code).toBe(0)
    expect((await catalogue(testHeading, sweat)).code).toBe(0)
    expect(await sensitivityOf('sweat-test')).toEqual({ sensitive: 'Inherited illness', holds: true })
    expect((await catalogue(more, `${sweat},no`)).code).toBe(0)
    expect(await sensitivityOf('sweat-test')).toEqual({ sensitive: 'Inherited illness', holds: false })
    const wrong = await catalogue(more, `${sweat},yes`)
    expect(wrong.errors).toContain('line 2: sensitive is "yes"; say why')
  })

  test('needs counselling if the catalogue says so beside the reason, and not otherwise', async () => {
    const more = `${testHeading},sensitive,counselling`
    const salt = sweat.replace('sweat-test,Sweat test', 'salt-test,Salt test')
    const say = async (cells: string) => await catalogue(more, `${salt},${cells}`)
    expect((await say('Inherited illness,')).code).toBe(0)
    expect(await needsCounselling('salt-test')).toBe(false)
    expect((await say('Inherited illness,yes')).code).toBe(0)
    expect(await needsCounselling('salt-test')).toBe(true)
    expect((await say('Inherited illness,')).code).toBe(0)
    expect(await needsCounselling('salt-test')).toBe(true)
    expect((await say('Inherited illness,no')).code).toBe(0)
    expect(await needsCounselling('salt-test')).toBe(false)
    expect((await say('Inherited illness,perhaps')).errors).toContain('counselling')
    expect((await say('Inherited illness,of')).errors).toContain('line 2: counselling is "of"; give yes, no')
    for (const none of ['', 'no'])
      expect((await say(`${none},yes`)).errors).toContain(
        'line 2: counselling is "yes"; say in sensitive why',
      )
  })

  test('can be set for one test on the command line too', async () => {
    expect(await labalaba('set-sensitive', 'fbc', '--because', 'A study')).toMatchObject({
      code: 0,
      out: 'fbc is sensitive: A study.',
    })
    expect(await sensitivityOf('fbc')).toEqual({ sensitive: 'A study', holds: true })
    expect((await labalaba('set-sensitive', 'fbc', '--because', 'no')).out).toBe(
      'fbc is no longer sensitive.',
    )
    expect(await sensitivityOf('fbc')).toEqual({ sensitive: 'A study', holds: false })
    for (const none of ['no-test', 'liver-check'])
      expect((await labalaba('set-sensitive', none, '--because', 'HIV')).code).toBe(1)
    const talk = async (said: string, because = 'A study') =>
      await labalaba('set-sensitive', 'pcv', '--because', because, '--counselling', said)
    expect((await talk('yes')).code).toBe(0)
    expect(await needsCounselling('pcv')).toBe(true)
    expect((await labalaba('set-sensitive', 'pcv', '--because', 'Another')).code).toBe(0)
    expect(await needsCounselling('pcv')).toBe(true)
    expect((await talk('no')).code).toBe(0)
    expect(await needsCounselling('pcv')).toBe(false)
    expect(await sensitivityOf('pcv')).toEqual({ sensitive: 'A study', holds: true })
    expect([(await talk('perhaps')).code, (await talk('yes', 'no')).code]).toEqual([2, 2])
    for (const said of ['yes', '', '  '])
      expect((await labalaba('set-sensitive', 'fbc', '--because', said)).code).toBe(2)
    expect((await labalaba('set-sensitive', 'fbc', '--because', 'no ')).out).toBe(
      'fbc is no longer sensitive.',
    )
  })

  test('stays as an operator set it when our own list is reloaded, which updates all other tests', async () => {
    await labalaba('set-sensitive', 'hiv-screen', '--because', 'no')
    await labalaba('set-sensitive', 'urinalysis', '--because', 'A study')
    await sql`update test set sensitive = 'Altered' where code = 'hbsag'`
    await sql`update test set sensitive = 'An old list' where code = 'semen-analysis'`
    await sql`update test set needs_counselling = true where code in ('pap-smear', 'anti-hcv')`
    await sql`update test set counselling_until = now() where code = 'anti-hcv'`
    await again()
    expect([await needsCounselling('pap-smear'), await needsCounselling('anti-hcv')]).toEqual([false, true])
    const [pap] = await sql`select counselling_until is not null as ended from test where code = 'pap-smear'`
    expect(pap).toEqual({ ended: true })
    expect(await sensitivityOf('hiv-screen')).toEqual({ sensitive: 'HIV', holds: false })
    expect(await sensitivityOf('urinalysis')).toEqual({ sensitive: 'A study', holds: true })
    expect(await sensitivityOf('hbsag')).toEqual({ sensitive: 'Hepatitis B', holds: true })
    expect(await sensitivityOf('semen-analysis')).toEqual({ sensitive: 'An old list', holds: false })
  })
})
