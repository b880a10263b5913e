import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeManagement } from './describe-management.js';

/**
 * What programs may use of the management API since 1.0, one line each: `out` are members of responses, `in` those that a request may have.
 * `WRITE_1_0=1` writes it, which is right only while no version is published.
 */
const FILE = new URL('../../../../../../conformance/src/compatibility/1.0/http-api.txt', import.meta.url);

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The lines of a description, in alphabetical order. */
function linesOf({ paths, components }: Description): string[] {
  const lines = new Set<string>();
  const seen = new Set<string>();
  const add = (direction: 'in' | 'out', at: string, schema: Schema, required: boolean): void => {
    const { $ref, nullable, items, properties, additionalProperties, anyOf, allOf, oneOf } = schema;
    const name = $ref?.split('/').at(-1);
    const orNull = nullable === true ? '|null' : '';
    lines.add(`${direction} ${at} ${name ?? schema.type ?? 'any'}${orNull}`);
    if (required && direction === 'in') lines.add(`required ${at}`);
    if (direction === 'in') for (const value of schema.enum ?? []) lines.add(`in ${at} = ${value}`);
    if (name !== undefined && !seen.has(`${direction} ${name}`)) {
      seen.add(`${direction} ${name}`);
      add(direction, name, components.schemas[name] ?? {}, false);
    }
    for (const each of [...(anyOf ?? []), ...(allOf ?? []), ...(oneOf ?? [])])
      add(direction, at, each, false);
    if (items !== undefined) add(direction, `${at}[]`, items, false);
    if (typeof additionalProperties === 'object') add(direction, `${at}{}`, additionalProperties, false);
    for (const [member, each] of Object.entries(properties ?? {}))
      add(direction, `${at}.${member}`, each, schema.required?.includes(member) === true);
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path}`;
      lines.add(`route ${route}`);
      for (const parameter of parameters.filter((each) => each.in !== 'path')) {
        lines.add(`in ${route} ?${parameter.name}`);
        if (parameter.required) lines.add(`required ${route} ?${parameter.name}`);
      }
      const bodies = [
        ['in', requestBody] as const,
        ...Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([, body]) => ['out', body] as const),
      ];
      for (const [direction, body] of bodies)
        for (const { schema } of Object.values(body?.content ?? {}))
          if (schema !== undefined) add(direction, route, schema, false);
    }
  }
  return [...lines].sort();
}

/** The route or schema that a line is about. */
function ownerOf(line: string): string {
  const [, first = '', second = ''] = line.split(' ');
  const isRoute = /^[A-Z]+$/.test(first) && second.startsWith('/');
  // A path has no dots but those of file names.
  return isRoute ? `${first} ${second.split(/\.|\[\]|\{\}/)[0]}` : (first.split(/\.|\[\]|\{\}/)[0] ?? '');
}

test('the management API keeps what 1.0 has: every route, parameter and member, and no new ones are required', () => {
  const description = JSON.parse(JSON.stringify(describeManagement('https://example.com'))) as Description;
  const now = linesOf(description);
  if (process.env['WRITE_1_0'] === '1') writeFileSync(FILE, `${now.join('\n')}\n`);
  const before = readFileSync(FILE, 'utf8').trim().split('\n');
  const [kept, had] = [new Set(now), new Set(before)];
  expect(before.filter((line) => !line.startsWith('required ') && !kept.has(line))).toEqual([]);
  // Routes and schemas that are new may require what they want.
  const owners = new Set(
    before.filter((line) => line.startsWith('in ') || line.startsWith('route ')).map(ownerOf),
  );
  const required = now.filter((line) => line.startsWith('required ') && !had.has(line));
  expect(required.filter((line) => owners.has(ownerOf(line)))).toEqual([]);
});
