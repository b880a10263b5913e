import type { Route } from '../owners/management/routing/route.js';
import { PASSWORD } from './owner-client.js';

type Schema = Readonly<Record<string, unknown>>;

/** Returns the smallest body that the schema of a route accepts, so that only the account can be the reason for a rejection. */
export function sampleBody({ body, path }: Pick<Route, 'body' | 'path'>): unknown {
  if (body === undefined) return undefined;
  // A wrong password, so that no session is ended.
  if (path.endsWith('/password')) return { current: 'not the password', next: PASSWORD };
  return sample(body as Schema);
}

function sample(schema: Schema): unknown {
  const { enum: values, anyOf, type, pattern, default: standard } = schema;
  if (standard !== undefined) return standard;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf) && type === undefined) return sample(anyOf[0] as Schema);
  switch (type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sample(schema['items'] as Schema));
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'boolean':
      return false;
    default:
      return sampleText(String(pattern ?? ''), Number(schema['minLength'] ?? 0));
  }
}

function sampleObject({ properties, required, minProperties, additionalProperties }: Schema): unknown {
  const members = (properties ?? {}) as Readonly<Record<string, Schema>>;
  const names = [...((required ?? []) as readonly string[])];
  for (const name of Object.keys(members)) {
    if (names.length < Number(minProperties ?? 0) && !names.includes(name)) names.push(name);
  }
  const made = Object.fromEntries(names.map((name) => [name, sample(members[name] ?? {})]));
  // A map with arbitrary keys.
  if (names.length < Number(minProperties ?? 0) && additionalProperties !== false) {
    return { ...made, sample: 'sample' };
  }
  return made;
}

function sampleText(pattern: string, minLength: number): string {
  if (pattern.includes('@')) return 'sample@example.com';
  if (pattern.includes('https?://')) return 'http://127.0.0.1:9/';
  if (pattern.includes('\\d{4}-')) return '2026-01-01T00:00:00Z';
  return 's'.repeat(Math.max(1, minLength));
}
