import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paging } from './paging.ts'

/** Which tests a price list shows: those that patients can book, the paused ones, or those that the lab could offer. */
export const priceShows = ['offered', 'paused', 'possible'] as const
export const priceShow = z.enum(priceShows)
export type PriceShow = z.infer<typeof priceShow>

const naira = z.nullable(z.number())
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
/** From which day it applies; null means from now on. */
const from = z.nullable(day)
const words = z.optional(z.string().check(z.trim(), z.maxLength(100)))
const code = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(120)) })
const id = z.strictObject({ id: z.string().check(z.uuid()) })

const planned = z.nullable(z.object({ on: z.string(), price: naira, paused: z.nullable(z.boolean()) }))

const labPrice = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['test', 'package']),
  department: z.string(),
  /** Naira; null if the lab does not offer it. */
  price: naira,
  /** The lab's promised hours. */
  turnaroundHours: z.number(),
  atHome: z.boolean(),
  /** Whether the lab makes home visits and the sample can be taken at home. */
  mayBeAtHome: z.boolean(),
  paused: z.boolean(),
  /** The names of the locations that do it. */
  locations: z.array(z.string()),
  /** The planned terms, and from which day. */
  planned,
})
export type LabPrice = z.infer<typeof labPrice>

const priceChange = z.object({
  id: z.string(),
  source: z.enum(['edit', 'file', 'percentage']),
  /** A `preview` has changed nothing yet. */
  state: z.enum(['preview', 'waiting', 'applied', 'withdrawn']),
  percent: z.nullable(z.number()),
  department: z.nullable(z.string()),
  madeBy: z.string(),
  madeAt: z.string(),
  /** Who confirmed it, and when; null for a preview. */
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  /** When it was applied to the list. */
  appliedAt: z.nullable(z.string()),
  /** The day from which it applies; null for a preview. */
  on: z.nullable(z.string()),
  counts: z.object({
    tests: z.number(),
    added: z.number(),
    dearer: z.number(),
    cheaper: z.number(),
    paused: z.number(),
    resumed: z.number(),
    unchanged: z.number(),
  }),
})
export type PriceChange = z.infer<typeof priceChange>

const priceChangeLine = z.object({
  code: z.string(),
  name: z.string(),
  /** Naira. `was` is null for a test that is new in the list; `becomes` is null if the price stays. */
  price: z.object({ was: naira, becomes: naira }),
  turnaroundHours: z.object({ was: naira, becomes: naira }),
  atHome: z.object({ was: z.nullable(z.boolean()), becomes: z.nullable(z.boolean()) }),
  paused: z.object({ was: z.nullable(z.boolean()), becomes: z.nullable(z.boolean()) }),
})
export type PriceChangeLine = z.infer<typeof priceChangeLine>

export const listLabPrices = endpoint('GET /v0/lab/prices', {
  summary: "The lab's own price list, for its managers.",
  access: 'lab',
  query: z.strictObject({
    ...paging,
    q: words,
    show: z._default(priceShow, 'offered'),
    department: words,
  }),
  reply: z.array(labPrice),
  paged: true,
  refusals: ['not_found'],
})

export const readPriceDesk = endpoint('GET /v0/lab/prices/desk', {
  summary: 'A summary of the price list: how many tests it has, what is planned, and the last change.',
  access: 'lab',
  reply: z.object({
    lab: z.string(),
    /** Prices apply to the whole lab, so a manager of only some locations can only view them. */
    mayChange: z.boolean(),
    departments: z.array(z.string()),
    counts: z.object({ offered: z.number(), paused: z.number(), possible: z.number() }),
    waiting: z.array(priceChange),
    recent: z.array(priceChange),
  }),
  refusals: ['not_found'],
})

export const downloadPrices = endpoint('GET /v0/lab/prices/file', {
  summary: "The lab's price list as CSV, to change and send back.",
  access: 'lab',
  reply: z.string(),
  file: 'text/csv',
  refusals: ['not_found'],
})

export const readPriceHistory = endpoint('GET /v0/lab/prices/tests/:code', {
  summary: 'A test in the price list, with its earlier prices, the newest first.',
  access: 'lab',
  params: code,
  reply: z.object({
    test: labPrice,
    history: z.array(
      z.object({
        at: z.string(),
        /** Null if it came from Labalaba. */
        by: z.nullable(z.string()),
        price: z.object({ was: naira, became: z.number() }),
        paused: z.boolean(),
        /** The lab's own promised hours, and whether the sample is taken at home; null if unchanged. */
        turnaroundHours: z.nullable(z.object({ was: naira, became: naira })),
        atHome: z.nullable(z.boolean()),
      }),
    ),
  }),
  refusals: ['not_found'],
})

export const setLabPrice = endpoint('PUT /v0/lab/prices/tests/:code', {
  summary:
    'Sets what the lab says about one test, now or from a day on. Until then everything stays. `seen` is what the caller saw: refuses if any of it has changed. `key` names the save: sending the same again changes nothing more.',
  access: 'lab',
  params: code,
  body: z.strictObject({
    key: z.string().check(z.uuid()),
    /** Null if the lab did not offer it. */
    seen: z.nullable(
      z.strictObject({
        price: z.number(),
        turnaroundHours: z.number(),
        atHome: z.boolean(),
        paused: z.boolean(),
      }),
    ),
    price: z.number(),
    /** From 1 to 2000, unless it equals what was seen. */
    turnaroundHours: z.number().check(z.int(), z.minimum(1)),
    atHome: z.boolean(),
    paused: z.boolean(),
    from,
  }),
  /** The change is null if nothing differs. `planned` is the state after it. */
  reply: z.object({ change: z.nullable(priceChange), planned }),
  refusals: [
    ...(['not_found', 'not_your_duty', 'price_list_changed', 'price_planned'] as const),
    ...(['day_passed', 'not_in_lab', 'wrong_state'] as const),
  ],
})

export const proposePriceFile = endpoint('POST /v0/lab/prices/changes/file', {
  summary:
    'Reads a CSV of prices and says what it would change. Nothing is changed. If there is any problem, there is no preview. A preview must be confirmed.',
  access: 'lab',
  body: z.strictObject({ text: z.string() }),
  longBody: true,
  reply: z.object({
    change: z.nullable(priceChange),
    /** How many of its tests stay unchanged. */
    unchanged: z.number(),
    /** The first problems, by line of the file, and the total number. */
    problems: z.array(z.object({ line: z.number(), words: z.string() })),
    problemCount: z.number(),
  }),
  refusals: ['not_found', 'not_your_duty', 'too_large'],
})

export const proposePercentage = endpoint('POST /v0/lab/prices/changes/percentage', {
  summary:
    'Says what every price of the lab, or of one department, would be after a change by a percentage. Prices are rounded to the nearest ₦50, the middle upwards, up to ₦10,000,000. A raised price never ends lower, and a cut price never ends higher.',
  access: 'lab',
  body: z.strictObject({
    /** With at most one decimal, and not 0. */
    percent: z.number().check(
      z.minimum(-50),
      z.maximum(100),
      z.multipleOf(0.1),
      z.refine((percent) => percent !== 0),
    ),
    department: z.nullable(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({ change: z.nullable(priceChange), unchanged: z.number() }),
  refusals: ['not_found', 'not_your_duty'],
})

export const readPriceChange = endpoint('GET /v0/lab/prices/changes/:id', {
  summary: 'A change of the price list, test by test.',
  access: 'lab',
  params: id,
  query: z.strictObject(paging),
  reply: z.object({ change: priceChange, lines: z.array(priceChangeLine) }),
  paged: true,
  refusals: ['not_found'],
})

export const confirmPriceChange = endpoint('POST /v0/lab/prices/changes/:id/confirm', {
  summary:
    'Makes a change from a preview, all of it or nothing, now or from a day on. Asking again changes nothing. Refuses if the list has changed since.',
  access: 'lab',
  params: id,
  body: z.strictObject({ from }),
  reply: priceChange,
  refusals: ['not_found', 'not_your_duty', 'wrong_state', 'price_list_changed', 'day_passed'],
})

export const withdrawPriceChange = endpoint('DELETE /v0/lab/prices/changes/:id', {
  summary: 'Cancels a change whose day has not come. Asking again changes nothing.',
  access: 'lab',
  params: id,
  reply: priceChange,
  refusals: ['not_found', 'not_your_duty', 'wrong_state'],
})
