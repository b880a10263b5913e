import type { JsonSchema, Mapper } from '@soapstone/json-xml-mapper';

/** One difference between two revisions of a service, in terms of the JSON that its clients send and receive. */
export interface ContractChange {
  readonly operation: string;
  /** Absent where the operation itself came or went. */
  readonly message?: 'input' | 'output';
  /** RFC 6901 pointer; items of an array are `*`. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'required' | 'optional' | 'type' | 'values' | 'form';
  /** Whether a client that was right before can be wrong now. */
  readonly breaking: boolean;
  readonly before?: string;
  readonly after?: string;
}

/** The most changes that are told; a service that is replaced by another one has any number. */
const MOST = 500;

/** What a client of `before` has to know about `after`. Empty where nothing changed for anybody. */
export function compareContracts(before: Mapper, after: Mapper): ContractChange[] {
  const [old, current] = [before, after].map((mapper) => new Set(mapper.operations.map(({ name }) => name)));
  const changes: ContractChange[] = [];
  for (const operation of old!) {
    if (!current!.has(operation)) changes.push({ operation, path: '', change: 'removed', breaking: true });
  }
  for (const operation of current!) {
    if (!old!.has(operation)) {
      changes.push({ operation, path: '', change: 'added', breaking: false });
      continue;
    }
    for (const message of ['input', 'output'] as const) {
      const schemas = [before, after].map((mapper) => mapper.compile(operation).jsonSchema(message));
      compareMessages(operation, message, schemas[0]!, schemas[1]!, changes);
      if (changes.length >= MOST) return changes.slice(0, MOST);
    }
  }
  return changes;
}

interface Pair {
  readonly path: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
}

function compareMessages(
  operation: string,
  message: 'input' | 'output',
  before: JsonSchema,
  after: JsonSchema,
  changes: ContractChange[],
): void {
  const seen = new Set<string>();
  const work: Pair[] = [{ path: '', before, after }];
  const input = message === 'input';
  const report = (
    path: string,
    change: ContractChange['change'],
    breaking: boolean,
    was?: string,
    is?: string,
  ) =>
    changes.push({
      operation,
      message,
      path,
      change,
      breaking,
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    });

  // A work list, because types refer to themselves; each pair of named types is compared once.
  for (let pair = work.pop(); pair !== undefined && changes.length < MOST; pair = work.pop()) {
    const { path } = pair;
    const names = [pair.before['$ref'], pair.after['$ref']];
    if (names.some((name) => name !== undefined)) {
      const id = JSON.stringify(names);
      if (seen.has(id)) continue;
      seen.add(id);
    }
    const [was, is] = [resolve(pair.before, before), resolve(pair.after, after)];
    const [wasForm, isForm] = [describeForm(was), describeForm(is)];
    if (wasForm !== isForm) {
      report(path, 'type', true, wasForm, isForm);
      continue;
    }
    const [wasValues, isValues] = [was, is].map((schema) => (schema['enum'] as unknown[] | undefined) ?? []);
    const lost = wasValues!.filter((value) => !isValues!.includes(value));
    const gained = isValues!.filter((value) => !wasValues!.includes(value));
    if (lost.length + gained.length > 0) {
      // A value that is no longer taken breaks who sends it; one that was never sent before breaks who reads it.
      const breaking = input
        ? lost.length > 0 || wasValues!.length === 0
        : gained.length > 0 && isValues!.length > 0;
      report(path, 'values', breaking, wasValues!.join(', '), isValues!.join(', '));
    }
    const [wasRules, isRules] = [describeRules(was), describeRules(is)];
    if (wasRules !== isRules) report(path, 'form', input, wasRules, isRules);

    compareMembers(pair.path, was, is, input, report, work);
    if (isSchema(was['items']) && isSchema(is['items'])) {
      work.push({ path: `${path}/*`, before: was['items'], after: is['items'] });
    }
    const [wasBranches, isBranches] = [branches(was), branches(is)];
    for (const [index, branch] of wasBranches.entries()) {
      const other = isBranches[index];
      if (other !== undefined) work.push({ path, before: branch, after: other });
    }
  }
}

function compareMembers(
  path: string,
  was: JsonSchema,
  is: JsonSchema,
  input: boolean,
  report: (path: string, change: ContractChange['change'], breaking: boolean) => void,
  work: Pair[],
): void {
  const [old, current] = [was, is].map(
    (schema) => new Map(Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)),
  );
  const [wasRequired, isRequired] = [was, is].map(
    (schema) => new Set((schema['required'] ?? []) as string[]),
  );
  for (const [key, schema] of old!) {
    const member = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const other = current!.get(key);
    if (other === undefined) {
      report(member, 'removed', true);
      continue;
    }
    const [needed, needs] = [wasRequired!.has(key), isRequired!.has(key)];
    if (!needed && needs) report(member, 'required', input);
    if (needed && !needs) report(member, 'optional', !input);
    work.push({ path: member, before: schema, after: other });
  }
  for (const key of current!.keys()) {
    if (old!.has(key)) continue;
    const member = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    report(member, 'added', input && isRequired!.has(key));
  }
}

/** The schema that a reference stands for; the schemas are ours, and a reference never leads to another one. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const name = reference.slice('#/$defs/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
  return (root['$defs'] as Record<string, JsonSchema> | undefined)?.[name] ?? {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function branches(schema: JsonSchema): readonly JsonSchema[] {
  return ((schema['anyOf'] ?? schema['oneOf'] ?? []) as unknown[]).filter(isSchema);
}

/** What a value is: its JSON type and the XSD type that it is written as. */
function describeForm(schema: JsonSchema): string {
  const parts = [schema['type'] ?? 'any', schema['x-xsd-type']].filter((part) => part !== undefined);
  const alternatives = branches(schema);
  const shown = alternatives.map((branch) =>
    String(branch['x-xsd-type'] ?? branch['type'] ?? branch['$ref'] ?? 'object'),
  );
  return `${parts.join(' xs:')}${shown.length === 0 ? '' : ` of ${shown.join(' | ')}`}`;
}

const RULES = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'x-xsd-pattern',
  'x-xsd-totalDigits',
  'x-xsd-fractionDigits',
  'const',
] as const;

function describeRules(schema: JsonSchema): string {
  return RULES.flatMap((rule) =>
    schema[rule] === undefined ? [] : [`${rule} ${JSON.stringify(schema[rule])}`],
  ).join(', ');
}
