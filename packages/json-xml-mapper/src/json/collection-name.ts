/** The class of a value whose data is not in its members. Read as a JSON object it would be `{}`, and its data lost. */
export function collectionName(value: object): string | undefined {
  if (value instanceof Map) return 'Map';
  if (value instanceof Set) return 'Set';
  if (value instanceof Promise) return 'Promise';
  if (ArrayBuffer.isView(value)) return 'Uint8Array';
  return typeof (value as { arrayBuffer?: unknown }).arrayBuffer === 'function' ? 'Blob' : undefined;
}
