/**
 * How much one account, one address or one payment may ask for of what costs others something. Each is a setting;
 * `.env.example` says what it is for.
 */
export type UseLimits = {
  /** Orders of one account that wait for their payment, and how many those of a verified doctor may be. */
  readonly openOrders: number
  readonly openOrdersOfDoctor: number
  /** Bookings that one account sends in an hour, and that a verified doctor sends. */
  readonly bookingsPerHour: number
  readonly bookingsPerHourOfDoctor: number
  /** Home visits that somebody holds unpaid who has paid for no booking yet: by mailbox, and by the patient's phone. */
  readonly visitHoldsOfNewcomer: number
  /** Home visits of one location and day that all of these hold unpaid from one network address. */
  readonly visitHoldsPerNetwork: number
  /** Bookings of a day in Lagos that bring a doctor a share, and naira after which no further one does. */
  readonly earningOrdersPerDay: number
  readonly earningNairaPerDay: number
  /** Checks of payments in a minute from one address for which Paystack is asked; five times as many are answered. */
  readonly checksPerAddress: number
  /** Checks of one payment in a minute. */
  readonly checksPerPayment: number
  /** Mails with codes that browsers of one network address may ask for in an hour; five times as many in a day. */
  readonly mailsPerNetwork: number
}

/** What holds where no setting says otherwise. */
export const usualUseLimits: UseLimits = {
  openOrders: 20,
  openOrdersOfDoctor: 200,
  bookingsPerHour: 60,
  bookingsPerHourOfDoctor: 300,
  visitHoldsOfNewcomer: 1,
  visitHoldsPerNetwork: 5,
  earningOrdersPerDay: 40,
  earningNairaPerDay: 100_000,
  checksPerAddress: 60,
  checksPerPayment: 60,
  mailsPerNetwork: 60,
}

/** The most that a setting allows: for trials and benches, in which a few stand for many. */
export const mostUse = 1_000_000

/** Limits that nobody meets. */
export const liftedUseLimits: UseLimits = {
  openOrders: mostUse,
  openOrdersOfDoctor: mostUse,
  bookingsPerHour: mostUse,
  bookingsPerHourOfDoctor: mostUse,
  visitHoldsOfNewcomer: mostUse,
  visitHoldsPerNetwork: mostUse,
  earningOrdersPerDay: mostUse,
  earningNairaPerDay: mostUse,
  checksPerAddress: mostUse,
  checksPerPayment: mostUse,
  mailsPerNetwork: mostUse,
}
