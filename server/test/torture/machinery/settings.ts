import type { Database } from './database.ts'

export const paystackKey = 'sk_test_simulator'

/** The address of the site, and the ports of the programs. */
type Places = { readonly site: string } & Readonly<Record<'server' | 'second' | 'simulator' | 'mail', number>>
type Folders = Readonly<Record<'data' | 'simulator', string>>

/** The settings of the programs. The simulator stores its data elsewhere: Paystack’s disk is not ours. */
export function settingsFor(folders: Folders, places: Places, { url, settings }: Database, seed: number) {
  const { site } = places
  const product = productSettings(folders, places)
  const server = {
    ...product,
    DATABASE_URL: url,
    PORT: String(places.server),
    DRAIN_SECONDS: '15',
    ...settings.server,
  }
  return {
    server: { ...server, ROLE: 'all' },
    'second server': { ...server, PORT: String(places.second), ROLE: 'web' },
    worker: { ...product, DATABASE_URL: url, ...settings.worker, ROLE: 'worker' },
    simulator: {
      SIMULATOR_PORT: String(places.simulator),
      DATA_DIR: folders.simulator,
      PUBLIC_URL: site,
      SIMULATOR_SEED: String(seed),
      SIMULATOR_RETRY_SCALE: '600',
      SIMULATOR_REFUND_STEP_MS: '200',
      SIMULATOR_TIMEOUT_HOLD_MS: '1000',
      SIMULATOR_WATCH_STDIN: '1',
    },
  }
}

function productSettings(folders: Folders, places: Places) {
  return {
    DATA_DIR: folders.data,
    PUBLIC_URL: places.site,
    DEMO: 'on',
    LOG_LEVEL: 'error',
    PAYSTACK_URL: `http://127.0.0.1:${places.simulator}`,
    PAYSTACK_SECRET_KEY: paystackKey,
    SMTP_URL: `smtp://127.0.0.1:${places.mail}`,
    MAIL_FROM: 'Labalaba <no-reply@labalaba.example>',
    // No limit but the product’s own: these few users stand for many.
    RATE_PER_ADDRESS: '1000000',
    HASHES_PER_ADDRESS: '1000000',
    PAYSTACK_PER_SECOND: '1000',
    OPEN_ORDERS_PER_ACCOUNT: '1000000',
    OPEN_ORDERS_PER_DOCTOR: '1000000',
    BOOKINGS_PER_HOUR: '1000000',
    BOOKINGS_PER_HOUR_OF_DOCTOR: '1000000',
    CHECKS_PER_ADDRESS: '1000000',
    CHECKS_PER_PAYMENT: '1000000',
    MAILS_PER_NETWORK: '1000000',
    VISIT_HOLDS_OF_NEWCOMER: '1000000',
    VISIT_HOLDS_PER_NETWORK: '1000000',
    CONNECTIONS_PER_ADDRESS: '1000000',
    PAYSTACK_REST_MS: '1000',
  }
}
