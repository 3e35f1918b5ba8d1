/** The first word of a person's name, for addressing them. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
