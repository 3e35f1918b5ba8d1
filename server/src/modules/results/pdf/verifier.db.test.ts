import { changeClinicalRequest, changeMembership, downloadReport, listStaff } from '@labalaba/contract'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, ops, sola, sugar, tola, urine, yaba } from '../../../../test/cast.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld } from '../../../../test/world.ts'

const world = await buildWorld()

/** The text of the only report of an order, as Ada downloads it. */
async function paperText(order: string): Promise<string> {
  const [report] = await reportsOf(await world.as(tola), order)
  const path = downloadReport.path.replace(':reference', order).replace(':report', report?.id ?? '')
  const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
  const file = await fetch(`${world.publicUrl}${path}`, { headers })
  const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

test('the PDF of a test that needs fasting says when the patient last ate, and that of another does not', async () => {
  const [asSola, asAda] = [await world.as(sola), await world.as(ada)]
  const reported = async (test: typeof sugar | typeof urine) => {
    const order = await orderAtBench(world, asAda, { test: [{ ...test }] })
    const said = { params: { reference: order }, body: { fastedHours: 3, basedOn: 0 } }
    expect(await asSola(changeClinicalRequest, said)).toMatchObject({ httpStatus: 200 })
    await releaseAll(world, order)
    return await paperText(order)
  }
  expect(await reported(sugar)).toContain(', 3 h after the last meal, as stated')
  expect(await reported(urine)).not.toContain('last meal')
}, 60_000)

test('the PDF names the verifier with the qualification and licence number that an operator has entered', async () => {
  const [asOps, asAda] = await Promise.all([world.as(ops), world.as(ada)])
  const { data } = await asOps(listStaff, { query: { q: tola.email } })
  const [{ id, membership } = expect.unreachable()] = data
  const body = {
    ...{ lab: yaba.slug, duties: membership?.duties ?? [], locations: [] },
    ...{ licence: 'RA 12345', qualification: 'Medical laboratory scientist, BMLS' },
  }
  expect(await asOps(changeMembership, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
  const order = await orderAtBench(world, asAda, { test: [{ ...sugar }] })
  await releaseAll(world, order)
  expect(await paperText(order)).toContain(
    'Verified by Tola Bakare, Medical laboratory scientist, BMLS, licence RA 12345',
  )
})
