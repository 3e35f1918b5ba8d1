/** Each text colour with a background that it is used on: at least 4.5 to 1. */
export const wordPairs = [
  ...['paper', 'card', 'sand', 'indigo-tint'].flatMap((ground) =>
    ['ink', 'muted', 'indigo'].map((ink) => [ink, ground] as const),
  ),
  ['clay', 'paper'],
  ['clay', 'card'],
  ['leaf', 'paper'],
  ['leaf', 'card'],
  ['leaf', 'leaf-tint'],
  ['warn', 'paper'],
  ['warn', 'card'],
  ['warn', 'warn-tint'],
  ['error', 'error-tint'],
  ['error', 'card'],
  ['error', 'paper'],
  ['error', 'sand'],
  ['card', 'indigo'],
  ['card', 'indigo-pressed'],
  ['card', 'leaf'],
  ['card', 'warn'],
  ['card', 'error'],
  ['card', 'ink'],
  ['paper', 'indigo'],
  ['paper', 'ink'],
  ['marigold', 'ink'],
  ['ink', 'marigold'],
  ['ink', 'leaf-tint'],
  ['ink', 'warn-tint'],
  ['ink', 'error-tint'],
] as const

/** Each edge, icon or focus ring with the background that it is used on: at least 3 to 1. */
export const edgePairs = [
  ['border', 'card'],
  ['border', 'paper'],
  ['border', 'sand'],
  ['error', 'card'],
  ['error', 'error-tint'],
  ['clay', 'paper'],
  ['leaf', 'leaf-tint'],
  ['warn', 'warn-tint'],
  ['indigo', 'card'],
  ['indigo', 'paper'],
  ['indigo', 'indigo-tint'],
  ['marigold', 'ink'],
  ['marigold', 'indigo'],
  ['ink', 'paper'],
  ['ink', 'card'],
  ['ink', 'sand'],
] as const

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours like #2e3192, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
