/** The bytes alone, to be sent to another thread: a view would be cloned with all the memory that it is a part of. */
export function ownBytes(view: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(view);
}
