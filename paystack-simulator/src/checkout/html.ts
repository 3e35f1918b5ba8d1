/** Markup whose values are already escaped. */
export type Html = { readonly markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds markup. Every value is escaped unless it is markup itself. Lists are joined; null prints nothing. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | Html[] | string | null)[]
): Html {
  const markup = parts.map((part, index) => part + written(values[index] ?? null)).join('')
  return { markup }
}

function written(value: Html | Html[] | string | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
  return Array.isArray(value) ? value.map((item) => item.markup).join('') : value.markup
}
