import { dirname, resolve } from 'node:path';
import { defined } from '@soapstone/options/defined';
import { Ajv, type ValidateFunction } from 'ajv';
import { Type } from 'typebox';
import { checkFile } from '../../../config/file/check-file.js';
import { type ParsedYaml, parseYaml } from '../../../config/file/parse-yaml.js';
import { readReference, readText } from '../../../config/file/read-config-file.js';
import { DESIGN_SECRET_LIMITS } from '../../../credentials/service-secrets.js';
import { canonicalNetwork } from '../../../domain/accounts/address-list.js';
import { enumOf, object, type ValueOf } from '../../../domain/json-schema.js';
import { PAGE_VISIBILITIES } from '../../../domain/services/consumer-page.js';
import { WATCH_ACTIVATIONS, WATCH_SCHEDULES } from '../../../domain/services/contract-watch.js';
import {
  OPERATION_SETTINGS,
  SENT_SETTINGS,
  WITHOUT_USER,
} from '../../../domain/services/service-settings.js';
import { KEY_RULES } from '../../management/inputs/key-rules.js';
import { DESIGN_SCHEMA, NAME, SLUG } from '../../management/inputs/service-schema.js';
import { isInstant } from '../../management/routing/check-body.js';
import { FileError } from './file-error.js';

const TEXT = Type.String({ minLength: 1 });
const REFERENCE = Type.Union([object({ file: TEXT }), object({ env: TEXT })]);
const { captureHours: _, ...SETTINGS } = SENT_SETTINGS.properties;

const SERVICE = object(
  { slug: SLUG },
  {
    name: NAME,
    status: enumOf(['active', 'paused']),
    wsdl: Type.Union([
      object({ url: Type.String({ pattern: WITHOUT_USER }) }),
      object({ files: Type.Array(TEXT, { minItems: 1, maxItems: 200 }) }),
    ]),
    settings: Type.Partial(Type.Object(SETTINGS), { additionalProperties: false }),
    operations: Type.Unsafe<Readonly<Record<string, Partial<ValueOf<typeof OPERATION_SETTINGS>>>>>({
      type: 'object',
      additionalProperties: Type.Partial(OPERATION_SETTINGS, { additionalProperties: false }),
    }),
    credentials: REFERENCE,
    headers: REFERENCE,
    // The login at the proxy of the service.
    proxyLogin: REFERENCE,
    // The login at the server of the WSDL.
    wsdlLogin: REFERENCE,
    // The design itself, or the path of its file. What the file of services does not mention stays; null removes the design.
    design: Type.Union([DESIGN_SCHEMA, TEXT, Type.Null()]),
    // The secrets that the design names.
    secrets: Type.Unsafe<Readonly<Record<string, ValueOf<typeof REFERENCE>>>>({
      type: 'object',
      maxProperties: DESIGN_SECRET_LIMITS.secrets,
      propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
      additionalProperties: REFERENCE,
    }),
    recordings: TEXT,
    // Who may read the page for consumers.
    page: enumOf(PAGE_VISIBILITIES),
    // How often the WSDL is checked for changes, and what happens to one that breaks no client.
    watch: object(
      {},
      { schedule: enumOf(WATCH_SCHEDULES), activate: enumOf(WATCH_ACTIVATIONS) },
      { minProperties: 1 },
    ),
  },
);

const KEY = object({ name: NAME }, { purpose: enumOf(['live', 'management']), ...KEY_RULES });

const FILE = object({ account: TEXT }, { services: Type.Array(SERVICE), keys: Type.Array(KEY) });

/** A file of services, policies and keys, as `apply` reads and `export` writes it. */
export type ServicesFile = ValueOf<typeof FILE>;
export type DeclaredService = ValueOf<typeof SERVICE>;
export type DeclaredKey = ValueOf<typeof KEY>;

let validate: ValidateFunction | undefined;

/** Compiles the schema of a file on first use: the other commands of the program need none. */
function validator(): ValidateFunction {
  validate ??= new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true })
    .addFormat('date-time', isInstant)
    .compile(FILE);
  return validate;
}

/** A valid file, with a way to read what it refers to. */
export interface ReadServicesFile {
  readonly declared: ServicesFile;
  /** Reads the text of a reference. Throws `FileError` if it cannot be read. */
  read(reference: ValueOf<typeof REFERENCE>, what: string): string;
  /** Returns the position of a member: file, line and column. */
  position(path: readonly (string | number)[]): string;
  /** Prints a member as a file of its own, with its comments. */
  print(path: readonly (string | number)[]): string | undefined;
  /** Resolves a path in the file, which is relative to the file. */
  locate(path: string): string;
}

/**
 * Reads a file of services. Throws `FileError` with every problem and its position.
 *
 * @param account overrides the account that the file names
 */
export function readServicesFile(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  account?: string,
): ReadServicesFile {
  const text = readText(name);
  if (text instanceof Error) throw new FileError([`${name} cannot be read: ${text.message}`]);
  const parsed = parseYaml(text, name, { exactNumbers: true });
  const problems = parsed.problems.length > 0 ? parsed.problems : checkFile(parsed, validator());
  const declared = { ...(parsed.data as ServicesFile), ...defined({ account }) };
  const repeated = problems.length > 0 ? [] : findRepeated(declared, parsed);
  if (problems.length + repeated.length > 0) throw new FileError([...problems, ...repeated]);
  return {
    declared,
    locate: (path) => resolve(dirname(name), path),
    position: (path) => parsed.locate(path),
    print: (path) => parsed.print(path),
    read(reference, what) {
      const value = readReference(reference, dirname(resolve(name)), environment);
      if (value instanceof Error) throw new FileError([`${what} ${value.message}`]);
      return value;
    },
  };
}

/** Finds services and keys that are declared twice, and keys that cannot be limited. */
function findRepeated({ services = [], keys = [] }: ServicesFile, { locate }: ParsedYaml): string[] {
  const slugs = services.map(({ slug }) => slug);
  const places = keys.map(({ name, purpose = 'live' }) => `${name} (${purpose})`);
  return [
    ...slugs.flatMap((slug, index) =>
      slugs.indexOf(slug) === index
        ? []
        : [`${locate(['services', index, 'slug'])}: the service ${slug} is in this file twice`],
    ),
    ...places.flatMap((place, index) =>
      places.indexOf(place) === index
        ? []
        : [`${locate(['keys', index, 'name'])}: the key ${place} is in this file twice`],
    ),
    ...keys.flatMap((key, index) =>
      (['operations', 'callsPerMinute', 'callsPerPeriod', 'token'] as const)
        .filter((rule) => key.purpose === 'management' && key[rule] != null)
        .map((rule) =>
          rule === 'token'
            ? `${locate(['keys', index, rule])}: only keys that call services can stand for tokens`
            : `${locate(['keys', index, rule])}: only keys that call services can be limited to ${rule === 'operations' ? 'operations' : 'a number of calls'}`,
        ),
    ),
    ...keys.flatMap(({ addresses }, index) =>
      (addresses ?? []).flatMap((entry, at) => {
        const found = canonicalNetwork(entry);
        if ('network' in found) return [];
        return [`${locate(['keys', index, 'addresses', at])}: ${JSON.stringify(entry)} ${found.problem}`];
      }),
    ),
  ];
}
