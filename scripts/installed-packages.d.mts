export type Install = { readonly workspaces: readonly string[]; readonly developers: boolean }
export type LockEntry = {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly link?: boolean
  readonly resolved?: string
}
export type Lock = { readonly packages: Readonly<Record<string, LockEntry>> }

export declare const installs: {
  readonly product: Install
  readonly build: Install
  readonly everything: Install
}
export declare function packagesOf(lock: Lock, install: Install): string[]
export declare function isInstalled(root: string, install: Install): boolean
export declare function readLock(file: string): Lock
export declare function argumentsOf(install: Install): string[]
export declare function adviseOn(words: string): string
