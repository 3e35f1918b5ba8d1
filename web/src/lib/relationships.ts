import type { Relationship } from '@labalaba/contract'
import * as copy from '../copy/components.ts'

/** The relationships of a patient to the booking account, as the form offers them. */
export const relationships: readonly { readonly value: Relationship; readonly label: string }[] = [
  { value: 'child', label: copy.myChild },
  { value: 'spouse', label: copy.mySpouse },
  { value: 'parent', label: copy.myParent },
  { value: 'sibling', label: copy.mySibling },
  { value: 'other', label: copy.someoneElse },
]

/** The label of a stored relationship: "My child". */
export function relationshipWords(relationship: Relationship): string {
  return relationships.find(({ value }) => value === relationship)?.label ?? ''
}
