/** The response of a drawing thread: the bytes, or why there are none. */
export type Rendered = { readonly bytes: Uint8Array } | { readonly failure: string }

/**
 * What a drawing file exports as `render`, for the threads of a renderer. It returns a failure instead of throwing it, so
 * that the renderer can tell content that cannot be drawn from a thread that ended.
 */
export function inThread<Content>(draw: (content: Content) => Promise<Uint8Array>) {
  return async (content: Content): Promise<Rendered> => {
    try {
      return { bytes: await draw(content) }
    } catch (error) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
}
