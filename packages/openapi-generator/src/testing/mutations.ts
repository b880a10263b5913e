/** A JSON value that differs from a valid one in one place. */
export interface Mutation {
  /** What was done, for messages. */
  readonly what: string;
  readonly json: unknown;
}

/** Paths that are tried in one value; examples are larger than that only where a schema is. */
const MAX_PLACES = 30;

/**
 * The value with one thing wrong, once for every place: a member taken away, a member added to an object, a scalar or an
 * array replaced by an object of another kind. Some results are valid: whoever judges them must agree with the other judge.
 */
export function* mutationsOf(json: unknown): Generator<Mutation> {
  let places = 0;
  const pending: { value: unknown; path: string; replace: (by: unknown) => unknown }[] = [
    { value: json, path: '', replace: (by) => by },
  ];
  for (let place = pending.shift(); place !== undefined && places < MAX_PLACES; place = pending.shift()) {
    const { value, path, replace } = place;
    places++;
    if (Array.isArray(value)) {
      yield { what: `${path} replaced by an object`, json: replace({ wrong: 1 }) };
      for (const [index, item] of value.entries()) {
        pending.push({
          value: item,
          path: `${path}/${index}`,
          replace: (by) => replace(value.with(index, by)),
        });
      }
    } else if (typeof value === 'object' && value !== null) {
      yield { what: `${path} with an unknown member`, json: replace({ ...value, 'not a member': 1 }) };
      yield { what: `${path} replaced by text`, json: replace('wrong') };
      for (const [key, member] of Object.entries(value)) {
        const { [key]: _, ...others } = value as Record<string, unknown>;
        yield { what: `${path} without ${key}`, json: replace(others) };
        pending.push({
          value: member,
          path: `${path}/${key}`,
          replace: (by) => replace({ ...value, [key]: by }),
        });
      }
    } else {
      yield { what: `${path} replaced by an object`, json: replace({ wrong: 1 }) };
      yield { what: `${path} replaced by an array`, json: replace([['wrong']]) };
      if (typeof value !== 'boolean') yield { what: `${path} replaced by true`, json: replace(true) };
    }
  }
}
