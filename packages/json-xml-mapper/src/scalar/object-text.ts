/** The part of a `Blob` that is used here. Its bytes are read by the sender. */
export interface BlobValue {
  readonly size: number;
}

/** Whether a value is a `Blob` of this realm, such as a `File`. The sender reads no other. */
export function isBlob(value: unknown): value is BlobValue {
  const { Blob: BlobClass } = globalThis as unknown as { readonly Blob?: abstract new () => BlobValue };
  return BlobClass !== undefined && value instanceof BlobClass;
}

/** Whether an object is a value of a simple type rather than a JSON object. */
export function isSimpleObject(value: object): boolean {
  return value instanceof Date || isTemporal(value);
}

/** Whether an object is one of Temporal, in any realm. */
export function isTemporal(value: object): boolean {
  return tagOf(value).startsWith('Temporal.');
}

/** Whether a value is a `Uint8Array`, in any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && tagOf(value) === 'Uint8Array';
}

/** The name of a class in any realm. */
export function tagOf(value: object): string {
  return String((value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]);
}
