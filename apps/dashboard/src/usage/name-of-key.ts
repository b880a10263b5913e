/** Returns the name of what made a call: an API key, or this dashboard. */
export function nameOfKey({
  keyId,
  keyName,
}: {
  readonly keyId?: string;
  readonly keyName?: string | null;
}): string {
  if (keyId === undefined) return 'None';
  return keyId === 'try-it' ? 'Dashboard' : (keyName ?? 'Unknown key');
}
