import { runAll, type Step } from './steps.ts'
import { vitestRun } from './test-results.ts'

/** All checks that need no database and no browser. Slow ones first. */
const steps: Step[] = [
  { name: 'web build and weight', command: ['node', 'scripts/check-weight.ts'] },
  { name: 'rule tests', command: vitestRun('rule') },
  { name: 'lint with types', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '--project', 'tsconfig.json'] },
  { name: 'types of the web', command: ['tsc', '--project', 'web/tsconfig.json'] },
  { name: 'types of the worker', command: ['tsc', '--project', 'web/src/worker/tsconfig.json'] },
  { name: 'types of the journeys', command: ['tsc', '--project', 'e2e/tsconfig.json'] },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'structure', command: ['node', 'scripts/check-structure.ts'] },
  { name: 'specification', command: ['node', 'scripts/check-specification.ts'] },
  { name: 'bill of materials', command: ['node', 'scripts/bill-of-materials.ts', '--check'] },
  { name: 'lock file', command: ['node', 'scripts/complete-lock.ts', '--check'] },
]

process.exitCode = (await runAll(steps, 2)) ? 0 : 1
