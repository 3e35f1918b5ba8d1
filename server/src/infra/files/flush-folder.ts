import { open } from 'node:fs/promises'

/** Makes the names in a folder durable. Windows cannot open a folder, and needs no flush for it. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
