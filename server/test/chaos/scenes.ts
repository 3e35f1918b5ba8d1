import type { Scene } from '../torture/scene.ts'
import { clock } from './clock.ts'
import { deploy } from './deploy.ts'
import { disk } from './disk.ts'
import { failover } from './failover.ts'
import { lag } from './lag.ts'
import { network } from './network.ts'
import { whyNoPatroni } from './patroni-cluster.ts'
import { restore } from './restore.ts'

/** A scene, and why this machine cannot play it. */
export type ChaosScene = {
  readonly open: () => Scene
  /** Whether its data are on a disk that can be filled. */
  readonly smallDisk?: boolean
  /** Null if it can be played. */
  readonly whyNot?: (machine: { readonly ownMounts: boolean }) => string | null
}

/** Every scene of `npm run chaos`, in their order. */
export const scenes = {
  network: { open: network },
  deploy: { open: deploy },
  lag: { open: lag },
  restore: { open: restore },
  failover: { open: failover, whyNot: whyNoPatroni },
  clock: { open: clock },
  disk: {
    open: disk,
    smallDisk: true,
    whyNot: ({ ownMounts }) => (ownMounts ? null : 'this machine allows no mounts of its own'),
  },
} satisfies Record<string, ChaosScene>
