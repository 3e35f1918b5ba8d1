import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** The options for helmet. Pages load only our own files, run no inline script, and cannot be framed. */
const helmetOptions = {
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

/** The resulting headers of helmet: always the same, so they are computed once instead of for each response. */
export function securityHeaders(): readonly (readonly [name: string, value: string])[] {
  const made: [string, string][] = []
  const reply = {
    setHeader: (name: string, value: string) => void made.push([name, value]),
    removeHeader: () => {},
  }
  helmet(helmetOptions)({} as IncomingMessage, reply as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return made
}

/** The policy of a page with inline style sheets: allows exactly these, by their SHA-256, and no others. */
export function allowingStyles(policy: string, hashes: readonly string[]): string {
  const named = hashes.map((hash) => ` 'sha256-${hash}'`)
  return policy.replace("style-src 'self'", (own) => own + named.join(''))
}

/** The device features that a page may use: the camera, to scan labels; nothing else. Helmet does not set this header. */
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

/** For scripts, styles, fonts and pictures: opened by themselves, they may do nothing. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers that protect a page and mean nothing for the files of pages. */
export const needlessWithFiles = [
  ...['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'x-dns-prefetch-control'],
  ...['x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
  ...['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
]

/** For responses that are made before any hook has run, such as to an address that cannot be parsed. */
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
