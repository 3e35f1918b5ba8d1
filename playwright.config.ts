import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const { executablePath, args, env } = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/start-product.ts',
  outputDir: 'test-results',
  // Every test stands by itself: `--shuffle` runs them in a random order and names its seed.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // On a machine that is busy with other work a browser may be late once. What needs it is counted and named at the end.
  retries: 1,
  // They end a journey that hangs; none measures speed, as the machine may have four journeys on one core.
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['./e2e/alarms.ts']],
  use: {
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
    actionTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    // What stands between a page and the network is there where a story is about it (offline.spec.ts).
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    // What was done, asked and said. Pictures of every step slow the run; `--trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
    {
      name: 'desktop',
      // What goes wrong on the way goes wrong alike at both sizes.
      testMatch: ['walk-in.spec.ts', 'payment-link.spec.ts', 'wallet.spec.ts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
