import { addDays, kobo, type LagosDate, lagosDate, sum } from '@labalaba/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestSpan, type Span, type StatementLine, setOut, spanOf } from './policy.ts'

const first = '2026-03-01' as LagosDate

const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map(kobo)
const names = ['Pending', 'Available', 'Credit']

/** Some days, their opening balance, and lines anywhere in them, in order of time. */
const books = fc
  .record({
    days: fc.integer({ min: 1, max: 40 }),
    openings: fc.tuple(amount, amount, amount),
    moves: fc.array(
      fc.record({
        share: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        amount,
        balance: fc.constantFrom(...names),
      }),
    ),
  })
  .map(({ days, openings, moves }) => {
    const span: Span = { from: first, to: addDays(first, days - 1) }
    const start = new Date(`${first}T00:00:00+01:00`).getTime()
    const lines = moves
      .map(
        (move): StatementLine => ({
          at: new Date(start + move.share * days * 24 * 60 * 60 * 1000),
          kind: 'capture',
          balance: move.balance,
          orderReference: 'LB-1',
          amount: move.amount,
        }),
      )
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    return {
      span,
      lines,
      openings: names.map((balance, place) => ({ balance, amount: openings[place] ?? kobo(0) })),
    }
  })

test('the closing balance is the opening balance plus everything between, in total and for each balance', () => {
  const property = fc.property(books, ({ span, openings, lines }) => {
    const statement = setOut(span, openings, lines)
    expect(statement.closing).toBe(statement.opening + sum(lines.map((line) => line.amount)))
    expect(statement.opening).toBe(sum(openings.map((one) => one.amount)))
    expect(statement.closing).toBe(sum(statement.balances.map((one) => one.closing)))
    for (const { balance, opening, closing } of statement.balances) {
      const moved = lines.filter((line) => line.balance === balance).map((line) => line.amount)
      expect(closing).toBe(opening + sum(moved))
    }
  })
  fc.assert(property)
})

test('every day is listed once, in order, and opens with the closing balance of the day before', () => {
  const property = fc.property(books, ({ span, openings, lines }) => {
    const { days, opening, closing } = setOut(span, openings, lines)
    expect(days[0]?.day).toBe(span.from)
    expect(days.at(-1)?.day).toBe(span.to)
    expect(days[0]?.opening).toBe(opening)
    expect(days.at(-1)?.closing).toBe(closing)
    for (const [place, day] of days.entries()) {
      const before = days[place - 1]
      if (before) {
        expect(day.opening).toBe(before.closing)
        expect(day.day).toBe(addDays(before.day, 1))
      }
      expect(day.closing).toBe(day.opening + sum(day.lines.map((line) => line.amount)))
      expect(day.lines.at(-1)?.balanceAfter ?? day.closing).toBe(day.closing)
    }
  })
  fc.assert(property)
})

test('every line is listed once, in order, on its Lagos day', () => {
  const property = fc.property(books, ({ span, openings, lines }) => {
    const { days } = setOut(span, openings, lines)
    expect(days.flatMap((day) => day.lines.map(({ balanceAfter: _, ...line }) => line))).toEqual(lines)
    for (const { day, lines } of days) for (const line of lines) expect(lagosDate(line.at)).toBe(day)
  })
  fc.assert(property)
})

test('a line at 23:30 UTC belongs to the next day in Lagos', () => {
  const span = { from: '2026-03-31' as LagosDate, to: '2026-04-01' as LagosDate }
  const line = {
    at: new Date('2026-03-31T23:30:00Z'),
    kind: 'capture',
    balance: 'Lab',
    orderReference: null,
    amount: kobo(5),
  }
  const { days } = setOut(span, [{ balance: 'Lab', amount: kobo(0) }], [line])
  expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
    ['2026-03-31', 0],
    ['2026-04-01', 1],
  ])
})

test('a line outside the period is never dropped silently', () => {
  const line = {
    at: new Date('2026-04-02T12:00:00Z'),
    kind: 'capture',
    balance: 'Lab',
    orderReference: null,
    amount: kobo(5),
  }
  expect(() => setOut({ from: first, to: first }, [], [line])).toThrow('not of its days')
})

test('a statement covers existing days, the first before the last, for a year and a day at most', () => {
  expect(spanOf('2026-01-01', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  expect(spanOf('2028-01-01', '2028-12-31')).not.toBeNull()
  expect(spanOf('2026-01-01', addDays('2026-01-01' as LagosDate, longestSpan - 1))).not.toBeNull()
  for (const [from, to] of [
    ['2026-01-01', '2027-01-02'],
    ['2026-01-02', '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
    ['0000-01-01', '0000-01-02'],
    ['9998-12-31', '9999-12-31'],
    ['9999-12-31', '9999-12-31'],
    ['', ''],
  ] as const)
    expect(spanOf(from, to)).toBeNull()
})
