import type { Relationship } from '@labalaba/contract'

/** Who somebody is to whoever books for them, as it is asked. */
export const relationships: readonly { readonly value: Relationship; readonly label: string }[] = [
  { value: 'child', label: 'My child' },
  { value: 'spouse', label: 'My husband or wife' },
  { value: 'parent', label: 'My mother or father' },
  { value: 'sibling', label: 'My brother or sister' },
  { value: 'other', label: 'Somebody else' },
]

/** The same of somebody who is known: "My child". */
export function relationshipWords(relationship: Relationship): string {
  return relationships.find(({ value }) => value === relationship)?.label ?? ''
}
