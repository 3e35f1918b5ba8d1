import { demoEmails, demoPassword } from '../../demo/accounts.ts'
import { loadDemo } from '../../demo/load.ts'
import { loadReference } from '../../reference/load.ts'
import { catalogueRoutes } from '../src/modules/catalogue/index.ts'
import { labRoutes } from '../src/modules/labs/index.ts'
import { openAccountServer, type Reply } from './account-server.ts'

/** The account, lab and catalogue routes in process, on a database with the demonstration's labs. */
export async function openLabServer() {
  const house = await openAccountServer()
  labRoutes(house.server, house)
  catalogueRoutes(house.server, house)
  await loadReference(house.db)
  await loadDemo(house.db, house)
  const [patient = '', doctor = ''] = await Promise.all(
    demoEmails.map((email) => house.tokenOf(email, demoPassword)),
  )

  /** Calls the API with this token. */
  function as(token: string) {
    return {
      get: <T>(path: string): Promise<Reply<T>> =>
        house.call<T>('GET', `/v0/${path}`, undefined, `Bearer ${token}`),
      post: <T>(path: string, body: object) => house.call<T>('POST', `/v0/${path}`, body, `Bearer ${token}`),
      remove: <T>(path: string, body: object) =>
        house.call<T>('DELETE', `/v0/${path}`, body, `Bearer ${token}`),
    }
  }
  return { ...house, patient: as(patient), doctor: as(doctor), stranger: as('nobodys-token-at-all') }
}
