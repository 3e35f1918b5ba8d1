import { mostAttachmentPages } from '@labalaba/contract'

const anew = 'Print it to a new PDF, and attach the new one.'

/** Why a PDF is refused, in words for the scientist who attaches it, with advice. */
export const refusals = {
  noPdf: 'This file is not a PDF.',
  tooLarge: 'This PDF is larger than 5 MB. Scan it at a lower quality, or in grey.',
  tooLong: `This PDF has more than ${mostAttachmentPages} pages.`,
  locked: `This PDF is locked with a password or otherwise encrypted. ${anew}`,
  layers: `This PDF has layers that can be shown or hidden. ${anew}`,
  dynamicForm: `This PDF is a form that draws its own pages (XFA). ${anew}`,
  form: `A field of this PDF cannot be drawn as it is filled in. ${anew}`,
  comments: `This PDF has comments that show only when a reader opens them. Write them on the page. ${anew}`,
  annotation: `This PDF has a note or a mark that does not say how it looks. ${anew}`,
  onlyPrinted: `This PDF prints something that it does not show on a screen. ${anew}`,
  media: `This PDF has sound, a film or a model inside it. ${anew}`,
  tooMuch: `This PDF unpacks to more than we can check. Scan it at a lower quality. ${anew}`,
  broken: `This PDF is damaged, or made in a way that we cannot read. ${anew}`,
} as const

export type RefusalReason = keyof typeof refusals

/** Thrown if a PDF cannot be rewritten without losing visible content. */
export class NotRewritable extends Error {
  override name = 'NotRewritable'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
