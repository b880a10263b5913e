import { gatewayContract } from '@soapstone/http-contract';
import { isJsonNumber, isMappingError, OperationNotFoundError } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design, DesignError } from '@soapstone/json-xml-mapper/design';
import { hasUncommonContent, hasUncommonTypes } from '@soapstone/json-xml-mapper/internal';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import {
  anything,
  assertOptions,
  type Check,
  flag,
  instanceOf,
  kindOf,
  listOf,
  members,
  OptionError,
  oneOf,
  text,
  wrong,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { isServiceModel, type ServiceModel } from '@soapstone/soap-model';
import { generateOpenApi } from '../generate.js';
import { clientTypesIn, textTypes, type ValueKinds } from '../types/type-text.js';
import { clientTypes } from './client-types.js';
import { compactModel, type OfferedService, pruneModel } from './prune-model.js';
import { type SplitOperation, type SplitService, splitModel } from './split-model.js';

const serviceModel: Check = (value) =>
  isServiceModel(value) ? [] : wrong(`expected the model of a parsed WSDL, not ${kindOf(value)}`);

/** The purpose of a generated client. */
export interface GenerateClientOptions extends ValueKinds {
  /** External names of the client's operations. Default: all. */
  readonly operations?: readonly string[] | undefined;
  /** The type of numbers that a double cannot hold: see `MapperOptions.numbers`. Default `number`. */
  readonly numbers?: 'number' | 'string' | 'bigint' | undefined;
  /**
   * A module for each operation instead of one for all: each has a `createClient` with this operation alone. What several operations
   * need is in `service.ts`, in pieces, so that a program bundles only what the operations that it imports need, and that once.
   * `index.ts` then has the types and fault classes. Default false.
   */
  readonly split?: boolean | undefined;
  /**
   * The design of the client: its types and calls are the designed ones, and hidden operations are not there. Secrets are given to the client, as
   * `fills`. Not with `split`. Default: none.
   */
  readonly design?: Design | undefined;
}

const exposedList: Check = listOf((value) =>
  typeof value === 'object' && value !== null && 'name' in value
    ? []
    : wrong(`expected an exposed operation, not ${kindOf(value)}`),
);

/** The exposed operations of each port, by the name of the port. */
function portMap(value: unknown): ReturnType<Check> {
  const problems = instanceOf(Map, 'a Map')(value);
  return problems.length > 0 ? problems : [...(value as Map<string, unknown>).values()].flatMap(exposedList);
}

const offeredService: Check = members<OfferedService>({ model: serviceModel, ports: portMap }, [
  'model',
  'ports',
]);
const generateClientOptions: Check = members<GenerateClientOptions>({
  operations: listOf(text),
  numbers: oneOf('number', 'string', 'bigint'),
  binary: oneOf('text', 'bytes'),
  dates: oneOf('text', 'Date', 'temporal'),
  split: flag,
  design: anything,
});

/**
 * The TypeScript modules of a client: `index.ts` with the types, the fault classes and `createClient`, and `service.ts` with the
 * service model, reduced to what the operations need; with `split`, a module for each operation. They import `@soapstone/client/generated`. Equal services give equal bytes.
 *
 * Throws `OptionError` for an unknown option, `OperationNotFoundError` for an operation that the service does not have or that the design hides, and
 * `DesignError` for a design that does not fit the service.
 *
 * @param service the model with the operations of each port, as returned by `operationsByPort` of the parser
 * @returns the texts by file name
 *
 * @example
 * ```ts
 * const files = generateClient({ model, ports: operationsByPort(model) }, { operations: ['GetUser'], numbers: 'bigint' });
 * for (const [name, text] of files) await writeFile(join(folder, name), text);
 * ```
 */
export function generateClient(
  service: OfferedService,
  options: GenerateClientOptions = {},
): ReadonlyMap<string, string> {
  assertOptions(offeredService, service, 'generateClient', 'service');
  assertOptions(generateClientOptions, options, 'generateClient');
  const { numbers = 'number', binary, dates, operations, split = false, design } = options;
  const values: ClientValues = { numbers, binary, dates };
  if (design !== undefined) {
    if (split)
      throw new OptionError('generateClient', { path: '/design', expected: 'expected none with split' });
    const { problems } = checkDesign(service.model, design, { numbers });
    if (problems.length > 0) throw new DesignError(problems);
  }
  const designed = defined({ design });
  const shapesOfAll = createOperationShapes(service.model, { numbers, ...designed });
  const offered = shapesOfAll.names;
  for (const name of operations ?? []) {
    // The error names the nearest operations.
    if (!offered.includes(name)) shapesOfAll.get(name);
  }
  const wanted = operations ?? offered;
  const pruned = pruneModel(service, new Set([...wanted, ...neededBy(design, wanted)]));
  if (operations?.length === 0)
    throw new OptionError('generateClient', {
      path: '/operations',
      expected: 'expected at least one operation',
    });
  if (pruned.model.exposed.length === 0) throw new OperationNotFoundError({ operation: '' });
  if (!split) {
    return new Map([
      ['index.ts', printIndex(pruned, { values, split, design })],
      ['service.ts', printService(pruned, design)],
    ]);
  }
  const pieces = splitModel(pruned, defined(values));
  // Both are taken, and file systems may ignore case.
  const used = new Set(['index', 'service']);
  return new Map([
    ['index.ts', printIndex(pruned, { values, split })],
    ['service.ts', printPieces(pieces)],
    ...pieces.operations.map((operation): [string, string] => [
      `${uniqueFile(operation.name, used)}.ts`,
      printOperation(operation, partsOf(pruneModel(pruned, new Set([operation.name])))),
    ]),
  ]);
}

/** The operations that a design calls for others: those of its session, and those that return later pages. */
function neededBy(design: Design | undefined, wanted: readonly string[]): readonly string[] {
  if (design === undefined) return [];
  const { session, operations } = design;
  const later = wanted.map((name) =>
    operations !== undefined && Object.hasOwn(operations, name)
      ? operations[name]?.page?.continue
      : undefined,
  );
  return [session?.login?.operation, session?.logout, ...later].filter((name) => typeof name === 'string');
}

/** How values appear in a client, decided when it is generated. */
type ClientValues = ValueKinds & { readonly numbers: 'number' | 'string' | 'bigint' };

/** The options of the runtime that a generated client decides. */
const DECIDED = "'numbers' | 'binary' | 'dates'";

function printValues(values: ClientValues): string {
  return Object.entries(defined(values))
    .map(([name, value]) => `${name}: '${value}'`)
    .join(', ');
}

/** Imports the types of the client that the text of a module uses. */
function importsOf(body: string): string[] {
  const used = clientTypesIn(body);
  return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '@soapstone/client';`];
}

/** The module with what operations share. Constants of their own, so that bundlers drop those that nothing imports. */
function printPieces({ frame, shared }: SplitService): string {
  return [
    '// Written by `soapstone client --split`. Do not edit: run the command again.',
    '',
    ...[['frame', frame] as const, ...shared].map(
      ([name, json]) => `export const ${name} = ${JSON.stringify(json)};`,
    ),
    '',
  ].join('\n');
}

/** The module of one operation. */
function printOperation({ name, operation, shared, own }: SplitOperation, parts: readonly Part[]): string {
  const key = JSON.stringify(name);
  const types = [...shared, ...(own === undefined ? [] : [JSON.stringify(own)])];
  const members = [
    'join: $soapstone.joinPieces',
    'frame',
    `operation: ${JSON.stringify(operation)}`,
    `types: [${types.join(', ')}]`,
    ...parts.map(({ member, value }) => `${member}: ${value}`),
  ];
  return [
    '// Written by `soapstone client --split`. Do not edit: run the command again.',
    '',
    "import * as $soapstone from '@soapstone/client/generated';",
    ...parts.flatMap(({ imports }) => imports),
    "import type { Operations } from './index.js';",
    `import { ${['frame', ...shared].join(', ')} } from './service.js';`,
    '',
    `const service: $soapstone.GeneratedOperation = { ${members.join(', ')} };`,
    '',
    '/** Creates a client with this operation alone. */',
    'export function createClient(',
    `  options?: Omit<$soapstone.GeneratedClientOptions, ${DECIDED}>,`,
    `): $soapstone.Client<Pick<Operations, ${key}>> {`,
    `  return $soapstone.createGeneratedClient<Pick<Operations, ${key}>>(service, options);`,
    '}',
    '',
  ].join('\n');
}

/** A file name that is unique even if case is ignored. */
function uniqueFile(name: string, used: Set<string>): string {
  const wanted = name.replace(/[^\p{L}\p{N}_$-]/gu, '_');
  let file = wanted;
  for (let number = 2; used.has(file.toLowerCase()); number += 1) file = `${wanted}_${number}`;
  used.add(file.toLowerCase());
  return file;
}

function printIndex(
  { model }: OfferedService,
  {
    values,
    split,
    design,
  }: { readonly values: ClientValues; readonly split: boolean; readonly design?: Design | undefined },
): string {
  const { numbers } = values;
  const shapes = createOperationShapes(model, { numbers, ...defined({ design }) });
  const document = generateOpenApi(
    {
      model,
      operations: shapes.names.map((name) => shapes.get(name).info),
      compile: (name) => shapes.get(name),
    },
    // `clientTypes` reads results and faults from it.
    { ...gatewayContract({ baseUrl: '/', accountId: 'a', serviceSlug: 's' }), numbers },
  );
  const wide = numbers === 'bigint' ? 'bigint' : 'exact';
  const { declarations, faults, taken } = clientTypes(document, wide, textTypes(values));
  const used = new Set(taken);
  const serviceName = model.services[0]?.name.localName ?? '';
  const clientName = uniqueName(`${serviceName}Client`, used);
  const optionsName = uniqueName(`${serviceName}ClientOptions`, used);
  const creation = [
    '/** The client of this service. */',
    `export type ${clientName} = $soapstone.Client<Operations>;`,
    '',
    '/** The options of `createClient`. How numbers, binary values and dates appear was decided when this module was generated. */',
    `export type ${optionsName} = Omit<$soapstone.${design === undefined ? 'GeneratedClientOptions' : 'DesignedClientOptions'}, ${DECIDED}>;`,
    '',
    '/** Creates the client. Nothing is read: the service is part of this module. */',
    `export function createClient(options: ${optionsName} = {}): ${clientName} {`,
    `  return $soapstone.createGeneratedClient<Operations>(service, { ...options, ${printValues(values)} });`,
    '}',
    '',
  ];
  const printedFaults = printFaults(faults, used);
  const body = [...declarations, ...printedFaults, ...(split ? [] : creation)].join('\n');
  const usesLibrary = !split || printedFaults.length > 0;
  return [
    `// Client of ${(model.name ?? model.services[0]?.name.localName ?? 'a SOAP service').replace(/\s+/g, ' ')}, written by \`soapstone client\`. Do not edit: run the command again.`,
    '',
    ...importsOf(body),
    ...(usesLibrary ? ["import * as $soapstone from '@soapstone/client/generated';"] : []),
    ...(split ? [] : ["import { service } from './service.js';"]),
    '',
    body,
  ].join('\n');
}

/** A class for each declared fault: `instanceof` checks the name of the fault. */
function printFaults(
  faults: readonly { readonly name: string; readonly detail: string }[],
  used: Set<string>,
): string[] {
  return faults.flatMap(({ name, detail }) => {
    const className = uniqueName(`${name}Fault`, used);
    const text = JSON.stringify(name);
    return [
      `/** The fault ${text.replaceAll('*/', '*\\/')}: \`error instanceof ${className}\`. */`,
      `export class ${className} extends $soapstone.SoapFaultError<${text}, ${detail}> {`,
      '  static override [Symbol.hasInstance](error: unknown): boolean {',
      `    return $soapstone.isFaultOf(error, ${text});`,
      '  }',
      '}',
      '',
    ];
  });
}

/** Returns an unused identifier like `wanted` and reserves it. */
function uniqueName(wanted: string, used: Set<string>): string {
  const identifier = wanted.replace(/[^A-Za-z0-9_$]/g, '_').replace(/^(?=\d)/, '_');
  let name = identifier;
  for (let number = 2; used.has(name); number += 1) name = `${identifier}_${number}`;
  used.add(name);
  return name;
}

/**
 * The data as JSON inside a string: parsed several times faster than an object literal, by TypeScript and by the engine. The
 * parts of the runtime that only some services need are added to it.
 */
function printData({ model, ports }: OfferedService, parts: readonly Part[]): string {
  const json = JSON.stringify({ model: compactModel(model), ports: [...ports] });
  const data = `JSON.parse(${JSON.stringify(json)})`;
  const members = parts.map(({ member, value }) => `, ${member}: ${value}`);
  return members.length === 0 ? data : `{ ...${data}${members.join('')} }`;
}

/** A member of `GeneratedService` that holds a part of the runtime. */
interface Part {
  readonly member: string;
  /** A member of `$soapstone`, which imports what most services need, or the name of a separate import. */
  readonly value: string;
  readonly imports: readonly string[];
}

/** The design, with the code that it needs. */
function designPart(design: Design): Part {
  const uses = [
    ...(design.session == null ? [] : ['openSession']),
    ...(Object.values(design.operations ?? {}).some((each) => each?.page != null) ? ['createPages'] : []),
  ];
  const given = uses.length === 0 ? '' : `, { ${uses.map((name) => `${name}: $design.${name}`).join(', ')} }`;
  return {
    member: 'designed',
    value: `$design.designOf(${printLiteral(design)}${given})`,
    imports: ["import * as $design from '@soapstone/client/designed';"],
  };
}

/** Data as an expression. Integers keep their digits, and `__proto__` is a member like any other. Recursive over the depth of a design, which is bounded. */
function printLiteral(value: unknown): string {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? String(value) : `${value}n`;
  if (isJsonNumber(value)) return /^-?\d+$/.test(value.text) ? printLiteral(BigInt(value.text)) : value.text;
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(
      ([key, each]) =>
        `${key === '__proto__' ? '["__proto__"]' : JSON.stringify(key)}: ${printLiteral(each)}`,
    );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The parts of the runtime that a service needs. */
function partsOf(service: OfferedService, design?: Design): readonly Part[] {
  const patterns: Part = { member: 'patterns', value: '$soapstone.compilePatterns', imports: [] };
  const unions: Part = { member: 'unions', value: '$soapstone.unions', imports: [] };
  const types: Part = {
    member: 'uncommonTypes',
    value: '$uncommonTypes',
    imports: ["import { uncommonTypes as $uncommonTypes } from '@soapstone/client/uncommon-types';"],
  };
  const uncommonContent: Part = {
    member: 'uncommonContent',
    value: '$uncommonContent',
    imports: ["import { uncommonContent as $uncommonContent } from '@soapstone/client/uncommon-content';"],
  };
  return [
    ...(hasPatterns(service.model) ? [patterns] : []),
    ...(hasUnions(service.model) ? [unions] : []),
    // A design names values of any type.
    ...(design !== undefined || takes(service, hasUncommonTypes) ? [types] : []),
    ...(takes(service, hasUncommonContent) ? [uncommonContent] : []),
  ];
}

/** Whether an input of any port has what most services do not have. An operation that cannot be mapped has nothing. */
function takes({ model, ports }: OfferedService, has: typeof hasUncommonContent): boolean {
  return [model.exposed, ...ports.values()].some((exposed) => {
    const shapes = createOperationShapes({ ...model, exposed });
    return exposed.some(({ name }) => {
      try {
        return has(shapes.get(name).shape.input);
      } catch (error) {
        if (isMappingError(error)) return false;
        throw error;
      }
    });
  });
}

function hasPatterns({ schema }: ServiceModel): boolean {
  return schema.types.some(
    (type) => type.kind === 'simple' && type.facets.some(({ patterns = [] }) => patterns.length > 0),
  );
}

function hasUnions({ schema }: ServiceModel): boolean {
  return schema.types.some((type) => type.kind === 'simple' && type.variety.kind === 'union');
}

function printService(service: OfferedService, design: Design | undefined): string {
  const parts = [...partsOf(service, design), ...(design === undefined ? [] : [designPart(design)])];
  return [
    '// Written by `soapstone client`. Do not edit: run the command again.',
    '',
    parts.some(({ value }) => value.startsWith('$soapstone.'))
      ? "import * as $soapstone from '@soapstone/client/generated';"
      : "import type * as $soapstone from '@soapstone/client/generated';",
    ...parts.flatMap(({ imports }) => imports),
    '',
    `export const service: $soapstone.GeneratedService = ${printData(service, parts)};`,
    '',
  ].join('\n');
}
