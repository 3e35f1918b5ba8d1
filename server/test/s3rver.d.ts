declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** A server with the S3 protocol that keeps objects in a folder. Its only account is S3RVER with the secret S3RVER. */
  // biome-ignore lint/style/noDefaultExport: so the package exports it
  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly silent: boolean
      readonly allowMismatchedSignatures?: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
    close(): Promise<void>
  }
}
