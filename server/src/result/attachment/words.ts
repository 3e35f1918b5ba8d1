import { mostAttachmentPages } from '@labalaba/contract'

/** What a PDF is found to be, or in words for a scientist why it is not taken. */
export type Inspected = { readonly pages: number; readonly sha1: Uint8Array } | { readonly refused: string }

const anew = 'Print it to a new PDF, and attach that.'
export const refusals = {
  noPdf: 'This file is not a PDF.',
  tooLarge: 'This PDF is larger than 5 MB. Scan it more coarsely, or in grey.',
  tooLong: `This PDF has more than ${mostAttachmentPages} pages.`,
  locked: `This PDF is locked with a password or otherwise encrypted. ${anew}`,
  active: `This PDF can run a program, or do something else by itself, which no report needs. ${anew}`,
  filled: `This PDF has other files inside it. ${anew}`,
  broken: `This PDF is damaged, or made in a way that we cannot look into. ${anew}`,
} as const
