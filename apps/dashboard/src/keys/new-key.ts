/** What is said of a key that is never shown again; `value` is undefined until it is made. */
export function newKey(value: string | undefined) {
  return {
    value,
    what: 'key',
    title: 'Copy your API key',
    note: 'The gateway stores only a hash. Anyone with this key can call your services.',
  };
}
