/** The details of a key that is never shown again; `value` is undefined until it is created, and null for a key without a secret. */
export function newKey(value: string | null | undefined) {
  return {
    value: value ?? undefined,
    what: 'key',
    title: 'Copy your API key',
    note: 'The gateway stores only a hash. Anyone with this key can call your services.',
  };
}
