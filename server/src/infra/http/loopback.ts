import { isIPv4 } from 'node:net'

/** Whether a host name or address, with or without brackets, is this machine's own. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  if (name === 'localhost' || name === '::1' || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(name)) return true
  const v4 = name.replace(/^::ffff:/, '')
  return isIPv4(v4) && v4.startsWith('127.')
}
