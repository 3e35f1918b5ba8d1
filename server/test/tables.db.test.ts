import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tablesFile, tableTypes } from '../../scripts/db-types.ts'
import { cloneDatabase } from './database.ts'

const { url } = await cloneDatabase()

const words = (text: string) => text.replace(/^\/\/.*$/gm, '').match(/[\w']+|[^\s\w']/g)

test('the types of the tables equal those of the migrations; else run db-types', async () => {
  expect(words(readFileSync(tablesFile, 'utf8'))).toEqual(words(await tableTypes(url)))
})
