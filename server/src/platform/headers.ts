import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** What helmet is told. Pages load nothing but our own files, run nothing inline, and stand in nobody's frame. */
const told = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
    },
  },
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  referrerPolicy: { policy: 'no-referrer' as const },
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  crossOriginOpenerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
}

/** The headers that helmet makes of that: always the same ones, so they are made once and not for each answer. */
export function securityHeaders(): readonly (readonly [name: string, value: string])[] {
  const made: [string, string][] = []
  const reply = {
    setHeader: (name: string, value: string) => void made.push([name, value]),
    removeHeader: () => {},
  }
  helmet(told)({} as IncomingMessage, reply as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return made
}

/** The policy of a page that carries style sheets: these very ones may stand in it, by their SHA-256, and no other. */
export function allowingStyles(policy: string, hashes: readonly string[]): string {
  const named = hashes.map((hash) => ` 'sha256-${hash}'`)
  return policy.replace("style-src 'self'", (own) => own + named.join(''))
}

/** What a page may use of the device: the camera, to scan labels; nothing else. Helmet does not know this header. */
export const permissionsPolicy = [
  'camera=(self)',
  ...[
    'accelerometer=()',
    'display-capture=()',
    'geolocation=()',
    'gyroscope=()',
    'hid=()',
    'magnetometer=()',
  ],
  ...['microphone=()', 'midi=()', 'payment=()', 'serial=()', 'usb=()', 'xr-spatial-tracking=()'],
].join(', ')

/** For scripts, styles, letters and pictures: opened by themselves, they may do nothing. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'"

/** What guards a page and means nothing to the files that pages are made of. */
export const needlessWithFiles = [
  ...['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'x-dns-prefetch-control'],
  ...['x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
  ...['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
]

/** For answers that are made before any hook has run, such as to an address that cannot be read. */
export const bareHeaders = {
  'content-security-policy': filePolicy,
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
