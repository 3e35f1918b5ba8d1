/** A wait in words, rounded up: "1 second", "40 seconds", "2 minutes", "3 hours". */
export function waitWords(seconds: number): string {
  if (seconds < 100) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
