import { changeMembership, downloadReport, listStaff } from '@labalaba/contract'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, ops, sugar, tola, yaba } from '../../../../test/cast.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld } from '../../../../test/world.ts'

const world = await buildWorld()

test('the PDF names the verifier with the qualification and licence number that an operator has entered', async () => {
  const [asOps, asAda, asTola] = await Promise.all([world.as(ops), world.as(ada), world.as(tola)])
  const { data } = await asOps(listStaff, { query: { q: tola.email } })
  const [{ id, membership } = expect.unreachable()] = data
  const body = {
    ...{ lab: yaba.slug, duties: membership?.duties ?? [], locations: [] },
    ...{ licence: 'RA 12345', qualification: 'Medical laboratory scientist, BMLS' },
  }
  expect(await asOps(changeMembership, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
  const order = await orderAtBench(world, asAda, { test: [{ ...sugar }] })
  await releaseAll(world, order)
  const [report] = await reportsOf(asTola, order)
  const path = downloadReport.path.replace(':reference', order).replace(':report', report?.id ?? '')
  const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
  const file = await fetch(`${world.publicUrl}${path}`, { headers })
  const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true })
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Verified by Tola Bakare, Medical laboratory scientist, BMLS, licence RA 12345',
  )
})
