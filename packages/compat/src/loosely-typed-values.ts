/**
 * A value whose form only the WSDL and the program know. node-soap declares arguments, results and operations as `any`; a stricter type
 * would not compile in the programs that this package is for.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

/** An object of such values by name, such as arguments, a result or an envelope. */
export type LooseObject = Record<string, Loose>;

/** Whether `value` is an object with members, and not a list, a date or bytes. */
export function isRecord(value: unknown): value is LooseObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array)
  );
}

/** Sets an own member. The names come from a message, so `__proto__` must not reach the prototype. */
export function put(object: LooseObject, name: string, value: Loose): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else object[name] = value;
}
