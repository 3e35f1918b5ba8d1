import type { Relationship } from '@labalaba/contract'

/** The relationships of a patient to the booking account, as the form offers them. */
export const relationships: readonly { readonly value: Relationship; readonly label: string }[] = [
  { value: 'child', label: 'My child' },
  { value: 'spouse', label: 'My husband or wife' },
  { value: 'parent', label: 'My mother or father' },
  { value: 'sibling', label: 'My brother or sister' },
  { value: 'other', label: 'Somebody else' },
]

/** The label of a stored relationship: "My child". */
export function relationshipWords(relationship: Relationship): string {
  return relationships.find(({ value }) => value === relationship)?.label ?? ''
}
