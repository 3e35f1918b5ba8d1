import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const ours = ['{contract,server,web,paystack-simulator,reference,demo,scripts,bench}/**/*.test.{ts,tsx}']
const notOurs = ['**/node_modules/**', '**/dist/**', 'data/**']
const withDatabase = '**/*.db.test.ts'

// Beside a web build on two processors a test may stand still for seconds.
const patience = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

export default defineConfig({
  test: {
    // Much of a test is waiting, for a database or for time to go by: two at once even where there are two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: { name: 'rule', include: ours, exclude: [...notOurs, withDatabase], ...patience },
      },
      {
        test: {
          name: 'db',
          include: [withDatabase],
          exclude: notOurs,
          globalSetup: './scripts/test-postgres.ts',
          ...patience,
        },
      },
    ],
  },
})
