/** Each limit: its setting, which `.env.example` explains, and its value without that setting. */
const useLimitSettings = {
  /** Orders of one account that wait for their payment, and the same for a verified doctor. */
  openOrders: ['OPEN_ORDERS_PER_ACCOUNT', 20],
  openOrdersOfDoctor: ['OPEN_ORDERS_PER_DOCTOR', 200],
  /** Bookings of one account in an hour, and of a verified doctor. */
  bookingsPerHour: ['BOOKINGS_PER_HOUR', 60],
  bookingsPerHourOfDoctor: ['BOOKINGS_PER_HOUR_OF_DOCTOR', 300],
  /** Unpaid home visits held by a person who has not paid for a booking yet: by mailbox, and by the patient's phone. */
  visitHoldsOfNewcomer: ['VISIT_HOLDS_OF_NEWCOMER', 1],
  /** Unpaid home visits of one location and day that all such persons hold from one network address. */
  visitHoldsPerNetwork: ['VISIT_HOLDS_PER_NETWORK', 5],
  /** Bookings of a day in Lagos that give a doctor a share, and the naira after which no further one does. */
  earningOrdersPerDay: ['EARNING_ORDERS_PER_DAY', 40],
  earningNairaPerDay: ['EARNING_NAIRA_PER_DAY', 100_000],
  /** Checks of payments in a minute from one address that query Paystack; five times that number get a response. */
  checksPerAddress: ['CHECKS_PER_ADDRESS', 60],
  /** Checks of one payment in a minute. */
  checksPerPayment: ['CHECKS_PER_PAYMENT', 60],
  /** Mails with codes that browsers of one network address may request in an hour; five times that number in a day. */
  mailsPerNetwork: ['MAILS_PER_NETWORK', 60],
} as const satisfies Readonly<Record<string, readonly [setting: string, usual: number]>>

/** Limits for one account, address or payment on requests that cost other people something. */
export type UseLimits = Readonly<Record<keyof typeof useLimitSettings, number>>

/** The limits, each with the value that `choose` gives its setting. */
export function useLimitsBy(choose: (setting: string, usual: number) => number): UseLimits {
  const limits = Object.entries(useLimitSettings).map(([name, [setting, usual]]) => [
    name,
    choose(setting, usual),
  ])
  return Object.fromEntries(limits) as UseLimits
}

/** The limits without any settings. */
export const usualUseLimits = useLimitsBy((_, usual) => usual)

/** The highest value of a setting: for trials and load tests, in which a few clients represent many. */
export const mostUse = 1_000_000

/** Limits that are never reached. */
export const liftedUseLimits = useLimitsBy(() => mostUse)
