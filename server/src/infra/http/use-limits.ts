/**
 * Limits for one account, address or payment on requests that cost other people something. Each is a setting;
 * `.env.example` explains it.
 */
export type UseLimits = {
  /** Orders of one account that wait for their payment, and the same for a verified doctor. */
  readonly openOrders: number
  readonly openOrdersOfDoctor: number
  /** Bookings of one account in an hour, and of a verified doctor. */
  readonly bookingsPerHour: number
  readonly bookingsPerHourOfDoctor: number
  /** Unpaid home visits held by a person who has not paid for a booking yet: by mailbox, and by the patient's phone. */
  readonly visitHoldsOfNewcomer: number
  /** Unpaid home visits of one location and day that all such persons hold from one network address. */
  readonly visitHoldsPerNetwork: number
  /** Bookings of a day in Lagos that give a doctor a share, and the naira after which no further one does. */
  readonly earningOrdersPerDay: number
  readonly earningNairaPerDay: number
  /** Checks of payments in a minute from one address that query Paystack; five times that number get a response. */
  readonly checksPerAddress: number
  /** Checks of one payment in a minute. */
  readonly checksPerPayment: number
  /** Mails with codes that browsers of one network address may request in an hour; five times that number in a day. */
  readonly mailsPerNetwork: number
}

/** The limits without any settings. */
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

/** The highest value of a setting: for trials and load tests, in which a few clients represent many. */
export const mostUse = 1_000_000

/** Limits that are never reached. */
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
