/**
 * Fills in templates: a string that is just `{{input.userId}}` becomes the value itself; one with other text around it becomes text.
 *
 * @param values the values, by the first step of a path, such as `input`
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

function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const step of path.split('.')) value = ownMember(value, step);
  return value;
}

/** Returns a member of an object or list, but never an inherited one. */
export function ownMember(value: unknown, key: string): unknown {
  return (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** Whether a value is an object with members, which a `JsonNumber` is not. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
