import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Assertion, addPasskey, BodySent } from '@labalaba/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const flag = { present: 0x01, verified: 0x04, attested: 0x40 } as const

/** The faults of a manipulated phone’s answers. */
export type Tampering = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly crossOrigin?: boolean
  /** Changed after it was signed. */
  readonly signature?: (signed: Buffer) => Buffer
  readonly format?: readonly [name: string, statement: Map<string, unknown>]
}

/** The answers of one passkey. */
export type TestPasskey = {
  readonly id: string
  /** What the browser sends to add it. */
  made(challenge: string, tampering?: Tampering): BodySent<typeof addPasskey>
  /** What the browser sends to log in with it. */
  signed(challenge: string, tampering?: Tampering): Assertion
  /** Its owner, as the site named it. */
  userHandle: string
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A software phone that makes passkeys for one site: ES256, no attestation, and a counter that increases. */
export function newTestPasskey(site: string, { counts = true } = {}): TestPasskey {
  const { hostname, origin: ours } = new URL(site)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  function clientData(type: string, challenge: string, tampering: Tampering): Buffer {
    const { origin = ours, crossOrigin = false } = tampering
    return Buffer.from(JSON.stringify({ type: tampering.type ?? type, challenge, origin, crossOrigin }))
  }

  function authenticatorData(
    attested: Buffer,
    { rpId = hostname, isVerified = true, ...rest }: Tampering,
  ): Buffer {
    const head = Buffer.alloc(5)
    const bits = flag.present | (isVerified ? flag.verified : 0) | (attested.length > 0 ? flag.attested : 0)
    head.writeUInt8(bits)
    head.writeUInt32BE(rest.counter ?? (counts ? ++counter : 0), 1)
    return Buffer.concat([sha256(rpId), head, attested])
  }

  const passkey: TestPasskey = {
    id: base64url(id),
    userHandle: '',
    made(challenge, tampering = {}) {
      const [format, statement] = tampering.format ?? ['none', new Map()]
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(
        Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]),
        tampering,
      )
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', challenge, tampering)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal', 'hybrid'],
      }
    },
    signed(challenge, tampering = {}) {
      const data = clientData('webauthn.get', challenge, tampering)
      const authData = authenticatorData(Buffer.alloc(0), tampering)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey)
      return {
        id: base64url(id),
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(tampering.signature?.(signature) ?? signature),
        userHandle: passkey.userHandle,
      }
    },
  }
  return passkey
}

/** A P-256 key in COSE form (RFC 9053): EC2, ES256, and its two coordinates. */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}
