import type { Parameter } from '../api-reference/openapi.js';
import type { PageOperationDetail } from './visit.js';

export type Method = 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE';

/** The values of a call: of its parameters by name, several for one that may be repeated, and its body as JSON text. */
export interface CallValues {
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Null if the request has no body. */
  readonly body: string | null;
}

/** The values of the example of an operation. */
export function exampleCall(
  { request }: Pick<PageOperationDetail, 'request'>,
  parameters: readonly Parameter[],
  hasBody: boolean,
): CallValues {
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const values = new Map<string, string[]>();
  inPath.forEach(({ name }, index) => {
    const value = request.path[index];
    if (value !== undefined) values.set(name, [value]);
  });
  for (const { name, in: place } of parameters) {
    if (place !== 'query') continue;
    const given = request.query.filter(([key]) => key === name).map(([, value]) => value);
    if (given.length > 0) values.set(name, given);
  }
  return { parameters: Object.fromEntries(values), body: hasBody ? (request.body ?? '{}') : null };
}

/**
 * The path and the query string of a call.
 *
 * @example pathOf('/users/{id}', [{ name: 'id', in: 'path' }], { parameters: { id: ['a b'] }, body: null }) // '/users/a%20b'
 */
export function pathOf(
  template: string,
  parameters: readonly Parameter[],
  { parameters: values }: CallValues,
): string {
  const valuesOf = (name: string): readonly string[] =>
    (Object.hasOwn(values, name) ? values[name] : undefined) ?? [];
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  let next = 0;
  // The names in the path are those of members; the parameters have the same order.
  const path = template.replace(/\{[^{}]*\}/g, () => {
    const name = inPath[next++]?.name ?? '';
    return encodeURIComponent(valuesOf(name)[0] ?? '');
  });
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    if (place !== 'query') continue;
    for (const value of valuesOf(name)) query.append(name, value);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
