/** The number of records of each kind. */
export type Size = {
  readonly labs: number
  readonly locations: number
  readonly offers: number
  readonly orders: number
  readonly accounts: number
}

/** The measured sizes; `tiny` is for trying things out. */
export const sizes = {
  tiny: { labs: 6, locations: 14, offers: 300, orders: 150, accounts: 30 },
  '30k': { labs: 600, locations: 1_350, offers: 30_000, orders: 15_000, accounts: 3_000 },
  '1m': { labs: 20_000, locations: 45_000, offers: 1_000_000, orders: 500_000, accounts: 100_000 },
} as const satisfies Readonly<Record<string, Size>>

export type SizeName = keyof typeof sizes

export function isSizeName(name: string): name is SizeName {
  return Object.hasOwn(sizes, name)
}
