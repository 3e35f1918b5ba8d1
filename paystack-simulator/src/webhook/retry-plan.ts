const minute = 60_000
const hour = 60 * minute
const lastAfter = 72 * hour

/**
 * How long to wait after the nth failed attempt (from 1), in milliseconds, or null to give up. Section 1.16: every 3
 * minutes for the first four tries, then hourly up to 72 hours; `scale` speeds the clock up by that factor. Test mode uses
 * the live plan too, so that both intervals occur.
 */
export function waitAfter(attempts: number, scale: number): number | null {
  if (attempts < 4) return (3 * minute) / scale
  const elapsed = 9 * minute + (attempts - 4) * hour
  return elapsed + hour > lastAfter ? null : hour / scale
}
