/** The class of a value whose data is not in its members. Read as a JSON object it would be `{}`, and its data lost. */
export function collectionName(value: object): string | undefined {
  if (value instanceof Map) return 'Map';
  if (value instanceof Set) return 'Set';
  if (value instanceof Promise) return 'Promise';
  return ArrayBuffer.isView(value) ? 'Uint8Array' : undefined;
}
