import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this product, as in `package.json` and at the top of the changelog. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
).version
