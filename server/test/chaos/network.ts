import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../torture/machinery/database.ts'
import type { Scene } from '../torture/scene.ts'
import { playInTurn } from './faults-in-turn.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A network between the programs and their database that cuts, holds back, delays and loses what they say. */
export function network(): Scene {
  const lines: TcpProxy[] = []
  return {
    async openDatabase(options) {
      const database = await openDatabase(options)
      const [web, worker] = [await lineTo(database.url), await lineTo(database.url)]
      lines.push(web.proxy, worker.proxy)
      return {
        ...database,
        settings: { server: { DATABASE_URL: web.url }, worker: { DATABASE_URL: worker.url } },
        async stop() {
          for (const line of lines) await line.close()
          await database.stop()
        },
      }
    },
    async disturb(live, goesOn) {
      const { dice, long } = live
      /** Sometimes both lines fail, sometimes one. */
      const some = () => (dice.happens(0.5) ? lines : [dice.pick(lines)])
      const once = async (act: (line: TcpProxy) => void) => {
        for (const line of some()) act(line)
      }
      /** Sets it for a while: from `least` milliseconds to as long as a long fault. */
      const during = async (least: number, set: (line: TcpProxy, isOn: boolean) => void) => {
        const which = some()
        for (const line of which) set(line, true)
        await pause(dice.whole(least, long))
        for (const line of which) set(line, false)
      }
      const faults = {
        'connections cut': () => once((line) => line.cut()),
        'network down': () =>
          during(1000, (line, isOn) => {
            line.refuse(isOn)
            if (isOn) line.cut()
          }),
        'nothing gets through': () => during(1000, (line, isOn) => line.hold(isOn)),
        // Longer than a statement may take and its answer may be on its way.
        'nothing gets through for long': () => during(long, (line, isOn) => line.hold(isOn)),
        'slow network': () => {
          const milliseconds = dice.whole(20, 150)
          return during(2000, (line, isOn) => line.delay(isOn ? milliseconds : 0))
        },
        'database gone without a word': () => once((line) => line.halfOpen('client')),
        'site gone without a word': () => once((line) => line.halfOpen('server')),
      }
      return await playInTurn(live, faults, goesOn)
    },
  }
}

async function lineTo(url: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const address = new URL(url)
  const proxy = await openTcpProxy(Number(address.port))
  address.port = String(proxy.port)
  return { proxy, url: address.href }
}
