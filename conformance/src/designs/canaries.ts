import {
  type CompiledOperation,
  isFillError,
  isMappingError,
  type JsonObject,
} from '@soapstone/json-xml-mapper';
import type { FilledPlace } from '@soapstone/json-xml-mapper/design';
import { valueAt } from './find-described.js';

/** Texts that are in no schema of a service. The second is for short types. */
const CANARY = 'a-secret-that-nobody-sees';
const SHORT_CANARY = 'zQ7xJ9';
/** All of them. */
export const CANARIES: readonly string[] = [CANARY, SHORT_CANARY];
/** Whether a text has one. */
export const hasCanary = (text: string): boolean => CANARIES.some((canary) => text.includes(canary));

/** Chooses a value for each secret of an operation: a canary, or if its type refuses those, the value of the example, or 1. */
export function chooseValues(
  operation: CompiledOperation,
  places: readonly FilledPlace[],
  sent: object,
): ReadonlyMap<string, string> {
  const values = new Map(places.map(({ name = '' }) => [name, CANARY]));
  const secret = (name: string) => values.get(name);
  const input = operation.example('input');
  const left = new Map(
    places.map(({ name = '', keys }) => [name, [SHORT_CANARY, textAt(sent, keys) ?? '1', '1']]),
  );
  for (;;) {
    try {
      operation.toXml(input, { fills: { secret } });
      return values;
    } catch (error) {
      if (!isFillError(error) || error.secret === undefined) throw error;
      const next = left.get(error.secret)?.shift();
      if (next === undefined) throw error;
      values.set(error.secret, next);
    }
  }
}

/** Finds secrets in what is said about a call: its message with hidden values, errors of its input, and errors of a secret itself. */
export function findTold(operation: CompiledOperation, values: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const input = operation.example('input');
  const { body } = operation.toXml(input, { fills: 'hidden' });
  if (hasCanary(new TextDecoder().decode(body))) found.push('its message with hidden values has a secret');
  // XML cannot have the character after the secret.
  const secret = (name: string) => `${values.get(name) ?? ''}\u0000`;
  for (const [wrong, given] of [
    [{ ...input, unknown: 1 }, undefined],
    [input, { secret }],
  ] as const) {
    try {
      operation.toXml(wrong as JsonObject, given && { fills: given });
    } catch (error) {
      if (!isMappingError(error) && !isFillError(error)) throw error;
      if (hasCanary(`${error.message}${JSON.stringify(error)}`)) found.push('an error has a secret');
    }
  }
  return found;
}

/** The value of the member at a path, in the first item of each list, and its JSON Pointer. */
export function locate(
  value: unknown,
  keys: readonly string[],
): { readonly value: unknown; readonly pointer: string } | undefined {
  let found = value;
  let pointer = '';
  for (const key of keys) {
    if (Array.isArray(found)) {
      found = found[0];
      pointer += '/0';
    }
    found = valueAt(found, [key]);
    if (found === undefined) return undefined;
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return { value: found, pointer };
}

function textAt(value: unknown, keys: readonly string[]): string | undefined {
  const found = locate(value, keys)?.value;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
