/**
 * How values were measured, in the lab's words, the same on screens and on paper: one sentence for each method, with the lines
 * that it measured, such as "Method of Sodium, Potassium: Ion-selective electrode".
 */
export function methodWords(
  values: readonly { readonly name: string; readonly method: string | null }[],
): string[] {
  const methods = [...new Set(values.flatMap(({ method }) => method ?? []))]
  return methods.map((method) => {
    const names = values.flatMap((one) => (one.method === method ? [one.name] : []))
    return `Method of ${names.join(', ')}: ${method}`
  })
}
