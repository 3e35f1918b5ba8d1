import { expect, test } from 'vitest'
import { type Cluster, type Incarnation, judge, type Sighting } from './judge.ts'

const end = new Date('2026-11-20T10:00:00Z')
const after = (seconds: number) => new Date(end.getTime() + seconds * 1000)

const second: Incarnation = {
  ...{ id: 'second', install: 'first', earlier: ['first'], heartbeatAt: end },
  ...{ systemIdentifier: '7000', timeline: 3, recoveryTarget: 'time 2026-10-01' },
}
const same: Cluster = {
  ...{ systemIdentifier: '7000', timeline: 3, recoveryTarget: 'time 2026-10-01', now: after(20) },
}
const promoted: Cluster = { ...same, timeline: 4, recoveryTarget: '' }
const seen = (seconds: number, incarnation = 'second', install = 'first'): Sighting => ({
  ...{ install, incarnation, seenAt: after(seconds) },
})

test.each([
  ['a restart of the program', same, seen(0), 'same'],
  ['a restart on another machine', same, null, 'same'],
  ['a machine that was off for a year', same, seen(-31_536_000), 'same'],
  ['a start after a weekend without any process', { ...same, now: after(200_000) }, seen(0), 'same'],
  ['a recovery target that is set but was never used', { ...same, recoveryTarget: 'lsn 0/1' }, null, 'same'],
  ['the folder of another install', same, seen(9_000, 'x', 'another'), 'same'],
  ['a machine that missed the last restore', same, seen(9_000, 'first'), 'same'],
  ['a login that may no longer ask', { ...same, timeline: null, systemIdentifier: null }, seen(0), 'same'],
  ['a failover that lost nothing', promoted, seen(0), 'failover'],
  ['a failover seen by a new machine, 20 s later', promoted, null, 'failover'],
  [
    'a failover after which nothing started for a day',
    { ...promoted, now: after(86_400) },
    seen(-4),
    'failover',
  ],
  ['a failover that lost 2 s', promoted, seen(2), 'failover'],
  ['a crash that lost 1 s', same, seen(1), 'failover'],
  [
    'a move of the stopped site to a new cluster',
    { ...promoted, systemIdentifier: '8000' },
    seen(0),
    'failover',
  ],
  ['a recovery to a point in time', promoted, seen(3_600), 'restored'],
  ['a snapshot of the disks, which keeps the timeline', same, seen(3_600), 'restored'],
  ['a state from before the last restore', same, seen(0, 'third'), 'restored'],
  [
    'a new target, although this machine saw the end',
    { ...promoted, recoveryTarget: 'time 2026-11-20' },
    seen(0),
    'restored',
  ],
  ['a new target, on a new machine', { ...promoted, recoveryTarget: 'time 2026-11-20' }, null, 'restored'],
  [
    'a new target, with a login that may not ask',
    { ...same, timeline: null, recoveryTarget: 'xid 7' },
    null,
    'restored',
  ],
  ['a new timeline on a new machine, a day later', { ...promoted, now: after(86_400) }, null, 'restored'],
  [
    'a new timeline, on a machine that was off at the end',
    { ...promoted, now: after(86_400) },
    seen(-600),
    'restored',
  ],
  [
    'a dump in another cluster, on a new machine',
    { ...promoted, systemIdentifier: '8000' },
    null,
    'restored',
  ],
] as const)('%s', (_, cluster, sighting, kind) => {
  expect(judge(second, cluster, sighting).kind).toBe(kind)
})

test('the verdict says how much is lost, and why a database counts as restored', () => {
  expect(judge(second, promoted, seen(2))).toEqual({ kind: 'failover', lostMs: 2_000 })
  expect(judge(second, promoted, seen(90))).toEqual({
    kind: 'restored',
    reason: 'it ends at 2026-11-20T10:00:00.000Z, and this machine saw it at 2026-11-20T10:01:30.000Z',
  })
})
