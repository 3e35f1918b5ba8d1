type Intervals = {
  readonly male_low: number | null
  readonly male_high: number | null
  readonly female_low: number | null
  readonly female_high: number | null
}

/** The interval for a patient of this sex. */
export function intervalFor(
  analyte: Intervals,
  sex: 'Male' | 'Female',
): { low: number | null; high: number | null } {
  return sex === 'Male'
    ? { low: analyte.male_low, high: analyte.male_high }
    : { low: analyte.female_low, high: analyte.female_high }
}
