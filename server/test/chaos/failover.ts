import { setTimeout as pause } from 'node:timers/promises'
import { cutConnections } from '../torture/machinery/database.ts'
import { openGate } from '../torture/machinery/gate.ts'
import type { Scene } from '../torture/scene.ts'
import { playInTurn } from './faults-in-turn.ts'
import { type NodeName, openPatroniCluster, type PatroniCluster, untilTrue } from './patroni-cluster.ts'

/** The primary dies, stops for a while or hands over, and its synchronous standby becomes the primary. */
export function failover(): Scene {
  const gate = openGate()
  let cluster: PatroniCluster | null = null
  return {
    async openDatabase() {
      const opened = await openPatroniCluster()
      cluster = opened
      return {
        url: opened.url,
        settings: {},
        use: gate.pass,
        hold: gate.shut,
        async start() {
          await untilTrue('a server leads', async () => (await opened.leader()) !== undefined)
          gate.open()
        },
        async kill() {
          const leader = await opened.leader()
          if (leader) opened.killPostgres(leader)
        },
        async cut() {
          await gate.shut()
          await cutConnections(opened.url)
        },
        stop: opened.close,
      }
    },
    async disturb(live, goesOn) {
      if (!cluster) throw new Error('the scene has no cluster')
      const { isWhole, signalMachine, killPostgres, switchOver, start, leader } = cluster
      /** Breaks the primary of a whole cluster; resolves when the other leads. */
      const whileOtherTakesOver = async (act: (primary: NodeName) => unknown): Promise<NodeName> => {
        await untilTrue('the cluster is whole', isWhole)
        const primary = await leader()
        if (!primary) return await whileOtherTakesOver(act)
        await gate.shut()
        await act(primary)
        await untilTrue('the other server leads', async () => {
          const now = await leader()
          return now !== undefined && now !== primary
        })
        return primary
      }
      const faults = {
        'primary killed': async () => {
          start(
            await whileOtherTakesOver((primary) => {
              signalMachine(primary, 'SIGKILL')
            }),
          )
        },
        'primary held still': async () => {
          const primary = await whileOtherTakesOver((one) => signalMachine(one, 'SIGSTOP'))
          await pause(live.dice.whole(500, 3000))
          signalMachine(primary, 'SIGCONT')
        },
        'PostgreSQL of the primary killed': () => whileOtherTakesOver(killPostgres),
        'primary handed over': () => whileOtherTakesOver(switchOver),
      }
      const played = await playInTurn(live, faults, goesOn)
      await untilTrue('the cluster is whole again', isWhole)
      return played
    },
  }
}
