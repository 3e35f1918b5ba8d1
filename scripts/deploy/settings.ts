import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../runtime.ts'

/**
 * The names of all settings, from `.env.example`, which a test of the server compares with what it reads. `NODE_ENV` and
 * `NODE_COMPILE_CACHE` are Node's.
 */
export const settingNames: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  ...[...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  ),
])
