/** Whether a value has what a rule wants: the members of objects that it names, everything of a list, equal text of scalars. */
export function matches(wanted: unknown, value: unknown): boolean {
  if (isRecord(wanted)) {
    if (typeof wanted['$pattern'] === 'string')
      return isScalar(value) && new RegExp(wanted['$pattern'], 'u').test(String(value));
    if ('$absent' in wanted) return (value === undefined) === (wanted['$absent'] === true);
    if ('$length' in wanted) return Array.isArray(value) && value.length === Number(wanted['$length']);
    return (
      isRecord(value) && Object.entries(wanted).every(([key, each]) => matches(each, ownMember(value, key)))
    );
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((each, index) => matches(each, value[index]))
    );
  }
  if (wanted === null || value === null || value === undefined) return wanted === value;
  return isScalar(value) && String(wanted) === String(value);
}

/**
 * Fills templates in: a string that is one `{{input.userId}}` becomes the value itself, one with other text around it becomes text.
 *
 * @param values `input`, `headers` and `count` (the number of the call of this operation)
 */
export function fillIn(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') {
    const whole = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(template)?.[1];
    if (whole !== undefined) return valueAt(values, whole);
    return template.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_, path: string) =>
      String(valueAt(values, path) ?? ''),
    );
  }
  if (Array.isArray(template)) return template.map((each) => fillIn(each, values));
  if (!isRecord(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, each]) => [key, fillIn(each, values)]));
}

/** The members of `changes` over those of `base`, at any depth. */
export function mergeOver(base: unknown, changes: unknown): unknown {
  if (!isRecord(base) || !isRecord(changes)) return changes;
  const merged = new Map(Object.entries(base));
  for (const [key, each] of Object.entries(changes)) merged.set(key, mergeOver(merged.get(key), each));
  return Object.fromEntries(merged);
}

function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const step of path.split('.')) value = ownMember(value, step);
  return value;
}

function ownMember(value: unknown, key: string): unknown {
  return (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** Numbers with all of their digits are objects, and count as scalars. */
function isScalar(value: unknown): boolean {
  return !Array.isArray(value) && !isRecord(value) && value !== undefined && value !== null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
