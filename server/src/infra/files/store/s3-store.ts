import { type ListObject, S3mini, S3ServiceError } from 's3mini'
import { openBreaker } from '../../breaker.ts'
import { withoutPermit } from '../../http/concurrency-limiter.ts'
import type { Log } from '../../observability/log.ts'
import {
  checkKey,
  type FileStore,
  isOurs,
  requireKey,
  type StoredObject,
  StoreUnavailable,
} from './file-store.ts'

/**
 * Where the bucket is and who may use it. `endpoint` is the address of the service, without the bucket; `prefix` begins the
 * keys of all objects.
 */
export type S3Settings = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket is in the path of addresses, not in the host. */
  readonly pathStyle: boolean
}

type Place = S3Settings & { readonly prefix: string }

/** How long calls wait, in milliseconds. Tests give shorter times. */
export type S3Patience = {
  /** For one call with its whole answer. */
  readonly callMs: number
  /** How long calls stop after five in a row without an answer; 0 for never. */
  readonly restMs: number
}

const usualPatience: S3Patience = { callMs: 10_000, restMs: 10_000 }
const atATime = 1000

/**
 * Files in a bucket of a service with the S3 protocol. A failed call is made once more, unless it took all its time. While a
 * request waits for the bucket, others use its permit; after five silences in a row, calls fail at once for a while.
 */
export function openS3Store(settings: Place, log: Log, patience: S3Patience = usualPatience): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings
  const bucket = new S3mini({
    ...{ accessKeyId, secretAccessKey, region, endpoint: addressOf(settings) },
    requestAbortTimeout: patience.callMs,
  })
  const breaker = openBreaker(patience.restMs, (tripped) =>
    log.warn({ provider: 's3' }, tripped ? 'does not answer: asked no more for a while' : 'answers again'),
  )

  async function call<T>(work: () => Promise<T>): Promise<T> {
    return await withoutPermit(async () => {
      for (let turn = 1; ; turn += 1) {
        if (!breaker.allow()) throw new StoreUnavailable('S3 does not answer, and is asked again in a moment')
        try {
          const answer = await work()
          breaker.record(true)
          return answer
        } catch (error) {
          const isAnswer = error instanceof S3ServiceError && error.status < 500
          breaker.record(isAnswer)
          if (isAnswer || isTimeout(error) || turn === 2) throw unavailable(error, settings)
        }
      }
    })
  }

  const nameOf = (key: string) => {
    requireKey(key)
    return `${settings.prefix}/${key}`
  }
  const store: FileStore = {
    place: 's3',
    async put(key, bytes, type) {
      const name = nameOf(key)
      await call(() => bucket.putObject(name, bytes, type))
    },
    async read(key, part) {
      const name = nameOf(key)
      return await call(() => readObject(bucket, name, part))
    },
    async delete(key) {
      const name = nameOf(key)
      await call(() => bucket.deleteObject(name).catch(unlessGone))
    },
    async *list(digits) {
      let token: string | undefined
      do {
        const after = token
        const page = await call(() =>
          bucket.listObjectsPaged('/', `${settings.prefix}/${digits}/`, atATime, after),
        )
        if (!page) throw noBucket(settings)
        const objects = (page.objects ?? []).map((object) => presentObject(object, settings.prefix))
        yield objects.filter(({ key }) => isOurs(key))
        token = page.nextContinuationToken
      } while (token)
    },
    async check() {
      const page = await call(() => bucket.listObjectsPaged('/', nameOf(checkKey), 1))
      if (!page) throw noBucket(settings)
      await store.put(checkKey, Buffer.from(checkKey), 'application/pdf')
      await store.delete(checkKey)
    },
  }
  return store
}

function addressOf({ endpoint, bucket, pathStyle }: S3Settings): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  return pathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
}

async function readObject(
  bucket: S3mini,
  key: string,
  part: { readonly from: number; readonly length: number } | undefined,
): Promise<Buffer | null> {
  try {
    const answer = part
      ? await bucket.getObjectRaw(key, false, part.from, part.from + part.length)
      : await bucket.getObjectRaw(key)
    return Buffer.from(await answer.arrayBuffer())
  } catch (error) {
    if (!(error instanceof S3ServiceError)) throw error
    if (error.status === 404 && error.serviceCode !== 'NoSuchBucket') return null
    // The part begins at the end of the object.
    if (error.status === 416) return Buffer.alloc(0)
    throw error
  }
}

/** Some services answer that an object to delete is not there. */
function unlessGone(error: unknown): void {
  const isGone =
    error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket'
  if (!isGone) throw error
}

function presentObject({ Key, LastModified }: ListObject, prefix: string): StoredObject {
  return { key: Key.slice(prefix.length + 1), changedAt: new Date(LastModified) }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}

/** The library's own error contains the access key and the signed text, so no other code sees it. */
function unavailable(error: unknown, settings: S3Settings): StoreUnavailable {
  if (isTimeout(error)) return new StoreUnavailable('S3 did not answer in time')
  if (!(error instanceof S3ServiceError))
    return new StoreUnavailable(`S3 cannot be reached (${reasonOf(error)})`)
  const { status, serviceCode = 'Unknown' } = error
  if (serviceCode === 'NoSuchBucket') return noBucket(settings)
  const answered = `S3 answered ${status} (${serviceCode})`
  if (status === 401 || status === 403)
    return new StoreUnavailable(
      `${answered}: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and what they may do in the bucket`,
      true,
    )
  if (status < 500 && status !== 408 && status !== 429)
    return new StoreUnavailable(`${answered}: check S3_ENDPOINT, S3_REGION and S3_PATH_STYLE`, true)
  return new StoreUnavailable(answered)
}

function noBucket({ bucket }: S3Settings): StoreUnavailable {
  return new StoreUnavailable(`S3 has no bucket "${bucket}": make it, or correct S3_BUCKET`, true)
}

/** The code of a network error, from whichever error has it. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}
