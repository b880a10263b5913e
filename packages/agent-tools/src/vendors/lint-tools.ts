import { assertOptions, type Check, listOf, wrong } from '@soapstone/options';
import { plainLine } from '../schema/visible-text.js';
import { VENDOR_LIMITS, type VendorCount, type VendorLimit } from './limits.js';

/** A tool in the form of `tools/list`, as far as limits concern it. */
export interface LintedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Says whether the schema is for strict functions (`soapstone/strict`). */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A tool, or a listing of tools, that is beyond a limit. */
export interface VendorFinding {
  readonly limit: VendorLimit;
  /** The name of the tool; absent if the finding is about all of them. */
  readonly tool?: string;
  /** The excess, in words. */
  readonly message: string;
}

/** Accepts what `tools/list` returns, with all its members. */
const linted: Check = listOf((value) => {
  const { name, description = '', inputSchema } = Object(value) as Partial<LintedTool>;
  const isSchema = typeof inputSchema === 'object' && inputSchema !== null;
  return typeof name === 'string' && typeof description === 'string' && isSchema
    ? []
    : wrong('expected a tool with "name" and "inputSchema"');
});

/**
 * Checks the tools of one listing against the limits of vendors.
 *
 * @param tools the tools as a client receives them
 * @param limits the limits to check. Default: all that are known
 * @returns one finding for each tool and limit that it exceeds; none if every vendor takes the tools as they are
 * @throws {OptionError} if `tools` is not a list of tools
 *
 * @example
 * ```ts
 * const tools = catalog.tools.map((text) => JSON.parse(text));
 * lintTools(tools).filter(({ limit }) => limit.effect === 'rejects'); // []
 * ```
 */
export function lintTools(
  tools: readonly LintedTool[],
  limits: readonly VendorLimit[] = VENDOR_LIMITS,
): readonly VendorFinding[] {
  assertOptions(linted, tools, 'lintTools', 'tools');
  const findings: VendorFinding[] = [];
  for (const tool of tools) {
    const facts = factsOf(tool);
    for (const limit of limits) {
      const message = problemOf(limit, tool, facts);
      if (message !== undefined) findings.push({ limit, tool: tool.name, message });
    }
  }
  for (const limit of limits) {
    const { rule } = limit;
    if (rule.kind === 'tools' && tools.length > rule.most)
      findings.push({ limit, message: `${tools.length} tools are more than ${rule.most}` });
  }
  return findings;
}

const STRICT_LIMITS = VENDOR_LIMITS.filter(({ vendor }) => vendor === 'OpenAI, strict');

/** Whether OpenAI's strict functions take a schema. */
export function isStrict(inputSchema: Readonly<Record<string, unknown>>): boolean {
  const tool = { name: 'tool', inputSchema, _meta: { 'soapstone/strict': true } };
  return lintTools([tool], STRICT_LIMITS).length === 0;
}

/** The figures of a schema that limits apply to. */
interface Facts {
  readonly keys: ReadonlySet<string>;
  readonly keywords: ReadonlySet<string>;
  /** The number of objects that are open or have members that are not required. */
  readonly open: number;
  /** Keywords beside a reference. */
  readonly siblings: ReadonlySet<string>;
  readonly counts: Readonly<Record<Exclude<VendorCount, 'tools'>, number>>;
}

function problemOf(
  { rule }: VendorLimit,
  { name, inputSchema, _meta }: LintedTool,
  { keys, keywords, open, siblings, counts }: Facts,
): string | undefined {
  switch (rule.kind) {
    case 'name':
      return rule.pattern.test(name) ? undefined : `the name does not match ${rule.pattern.source}`;
    case 'keys': {
      const all = rule.at === 'top' ? Object.keys((inputSchema['properties'] ?? {}) as object) : [...keys];
      const wrongKeys = all.filter((key) => !rule.pattern.test(key));
      return listed(wrongKeys, `do not match ${rule.pattern.source}`);
    }
    case 'top':
      return listed(
        rule.keywords.filter((keyword) => Object.hasOwn(inputSchema, keyword)),
        'at the top of the schema',
      );
    case 'keywords':
      return listed(
        rule.keywords.filter((keyword) => keywords.has(keyword)),
        'in the schema',
      );
    case 'cycles':
      return listed(cyclesOf(inputSchema), 'contain themselves');
    case 'siblings':
      return listed([...siblings], 'beside a reference');
    case 'closed':
      return open === 0 || _meta?.['soapstone/strict'] !== true
        ? undefined
        : `${open} objects are open or have members that are not required`;
    case 'tools':
      return undefined;
    default: {
      const count = counts[rule.kind];
      return count <= rule.most ? undefined : `${rule.kind}: ${count} is more than ${rule.most}`;
    }
  }
}

function listed(names: readonly string[], what: string): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const shown = names.slice(0, 5).map((name) => plainLine(name, 80));
  return `${shown.join(', ')}${more} ${what}`;
}

/** Keywords whose members are schemas by names of their own. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'patternProperties', 'dependentSchemas']);

/** A part of a schema that is still to be looked at. */
interface Part {
  readonly schema: object;
  readonly depth: number;
}

/** Looks at each part of a schema once. Iterative, because a stranger's types decide how deep it is. */
function factsOf({ description = '', inputSchema }: LintedTool): Facts {
  const facts = {
    keys: new Set<string>(),
    keywords: new Set<string>(),
    open: 0,
    siblings: new Set<string>(),
    counts: { description: description.length, properties: 0, depth: 0, characters: 0, values: 0 },
  };
  const pending: Part[] = [{ schema: inputSchema, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema, depth } = next;
    facts.counts.depth = Math.max(facts.counts.depth, depth);
    if (!Array.isArray(schema) && isOpen(schema)) facts.open++;
    for (const keyword of siblingsOf(schema)) facts.siblings.add(keyword);
    for (const [keyword, value] of Object.entries(schema)) {
      if (!Array.isArray(schema)) facts.keywords.add(keyword);
      if (keyword === 'default' || keyword === 'examples') continue;
      if (keyword === 'enum' || keyword === 'const') countValues([value].flat(), facts);
      else if (NAMED.has(keyword) && !Array.isArray(schema))
        pending.push(...namedParts(keyword, value, depth, facts));
      else if (typeof value === 'object' && value !== null)
        pending.push({ schema: value, depth: depth + (keyword === 'items' && isObject(value) ? 1 : 0) });
    }
  }
  return facts;
}

/** The keywords beside a reference. */
function siblingsOf(schema: object): readonly string[] {
  return Object.hasOwn(schema, '$ref') ? Object.keys(schema).filter((keyword) => keyword !== '$ref') : [];
}

function isOpen(schema: object): boolean {
  const { type, properties = {}, required, additionalProperties } = schema as Record<string, unknown>;
  if (type !== 'object' && !isObject(schema)) return false;
  const needed = new Set(Array.isArray(required) ? required : []);
  return additionalProperties !== false || Object.keys(properties as object).some((key) => !needed.has(key));
}

const REFERENCE = '#/$defs/';

/** The definitions from which a reference leads into a cycle. Each reference is looked at once. */
function cyclesOf({ $defs }: LintedTool['inputSchema']): readonly string[] {
  const inside = new Map(
    Object.entries(($defs ?? {}) as object).map(([name, schema]) => [name, referencesOf(schema)]),
  );
  const users = new Map<string, string[]>();
  for (const [name, names] of inside)
    for (const each of names) {
      const known = users.get(each);
      if (known === undefined) users.set(each, [name]);
      else known.push(name);
    }
  const left = new Map([...inside].map(([name, names]) => [name, names.size]));
  const ends = [...left].flatMap(([name, count]) => (count === 0 ? [name] : []));
  // Grows while it is read: a definition whose references all end is an end itself.
  for (const name of ends) {
    left.delete(name);
    for (const user of users.get(name) ?? []) {
      const count = (left.get(user) as number) - 1;
      left.set(user, count);
      if (count === 0) ends.push(user);
    }
  }
  return [...left.keys()];
}

function referencesOf(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { $ref } = next as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith(REFERENCE)) names.add($ref.slice(REFERENCE.length));
    pending.push(...Object.values(next));
  }
  return names;
}

type Counted = {
  readonly keys: Set<string>;
  readonly counts: { properties: number; characters: number; values: number };
};

function countValues(values: readonly unknown[], { counts }: Counted): void {
  counts.values += values.length;
  for (const each of values) counts.characters += String(each).length;
}

/** The schemas that have names of their own: members, definitions. */
function namedParts(keyword: string, schemas: object, depth: number, { keys, counts }: Counted): Part[] {
  return Object.entries(schemas).flatMap(([key, schema]: [string, unknown]) => {
    counts.characters += key.length;
    if (keyword === 'properties') {
      counts.properties += 1;
      keys.add(key);
    }
    if (typeof schema !== 'object' || schema === null) return [];
    return [{ schema, depth: keyword === '$defs' ? 1 : depth + (isObject(schema) ? 1 : 0) }];
  });
}

function isObject(schema: object): boolean {
  return Object.hasOwn(schema, 'properties');
}
