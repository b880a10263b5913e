/** Returns bytes that can be sent to another thread: a view would be cloned with the whole buffer that it belongs to. */
export function ownBytes(view: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(view);
}
