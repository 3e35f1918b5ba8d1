import { enterResults, type LabReport, releaseReport, verifyReport } from '@labalaba/contract'
import { expect } from 'vitest'
import { importPrices, readPriceSheet, resolvePrices } from '../src/modules/catalogue/index.ts'
import { orderAtBench } from './bench.ts'
import type { Bench } from './lab-staff.ts'
import { reportsOf } from './results.ts'
import type { Caller, Form, World } from './world.ts'

/** Lets the lab in Yaba offer these tests, by their code, for so many naira. */
export async function sellAtYaba(world: World, prices: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(prices).map(([code, naira]) => `yaba-lab,${code},${naira}`)
  const problems: string[] = []
  await world.db.transaction().execute(async (tx) => {
    const text = ['lab_slug,test_code,price_ngn', ...rows].join('\n')
    const lines = readPriceSheet({ text, name: 'prices' }, problems)
    await importPrices(tx, await resolvePrices(tx, lines, problems), world.clock.now())
  })
  expect(problems).toEqual([])
}

/** The values of a report with their comments, by the names of its lines; `methodNow` corrects the method of a line. */
export type TypedByName = readonly (readonly [
  name: string,
  value: string,
  comment?: string | undefined,
  methodNow?: boolean,
])[]

/** A report in the lab, whose scientist types exactly what is given; a line without a value is left out. */
export async function beginReport(
  world: World,
  { books, bench }: { readonly books: Caller; readonly bench: Bench },
  of: { readonly name: string; readonly amount: number },
  patient: Partial<Form>,
) {
  const order = await orderAtBench(world, books, { ...patient, test: [{ ...of }] })
  const read = async (): Promise<LabReport> =>
    (await reportsOf(bench.enters, order))[0] ?? expect.unreachable()
  const { id, analytes } = await read()
  const positionOf = (name: string) =>
    analytes.find((one) => one.name === name)?.position ?? expect.unreachable(name)
  const enter = async (typed: TypedByName) => {
    const values = typed.map(([name, value, comment, methodNow]) => ({
      ...{ position: positionOf(name), value },
      ...(comment !== undefined && { comment }),
      ...(methodNow !== undefined && { methodNow }),
    }))
    const basedOn = (await read()).versions[0]?.enteredAt ?? null
    return await bench.enters(enterResults, { params: { id }, body: { values, basedOn } })
  }
  const verify = async () => {
    const seen = (await read()).versions[0]?.enteredAt ?? ''
    return await bench.verifies(verifyReport, { params: { id }, body: { seen } })
  }
  const release = () => bench.verifies(releaseReport, { params: { id }, body: { counselledBy: null } })
  const lineOf = async (name: string) => (await read()).versions[0]?.values.find((one) => one.name === name)
  return { order, id, analytes, read, enter, verify, release, lineOf }
}
