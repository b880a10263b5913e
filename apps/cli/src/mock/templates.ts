import { escapeAttribute } from '@soapstone/soap-model/xml';

/** A template in a text. */
const TEMPLATE = /\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * Fills in templates: a string that is just `{{input.userId}}` becomes the value itself; one with other text around it becomes text. In the
 * markup of a finished element (`$xml`), values are escaped: a caller's text is never markup.
 *
 * @param values the values, by the first step of a path, such as `input`
 */
export function fillIn(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') {
    const whole = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(template)?.[1];
    return whole === undefined ? fillText(template, values, String) : valueAt(values, whole);
  }
  if (Array.isArray(template)) return template.map((each) => fillIn(each, values));
  if (!isRecord(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, each]) => [
      key,
      key === '$xml' && typeof each === 'string'
        ? fillText(each, values, escapeMarkup)
        : fillIn(each, values),
    ]),
  );
}

function fillText(
  template: string,
  values: Readonly<Record<string, unknown>>,
  print: (value: unknown) => string,
): string {
  return template.replace(TEMPLATE, (_, path: string) => print(valueAt(values, path) ?? ''));
}

const escapeMarkup = (value: unknown): string => escapeAttribute(String(value)).replaceAll("'", '&apos;');

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
