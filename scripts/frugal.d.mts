export declare const frugalFlags: readonly string[]
export declare const frugalAllocator: Readonly<Record<string, string>>
