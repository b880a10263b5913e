import { isMappingError } from '@soapstone/json-xml-mapper';
import { assertOptions, type Check, kindOf, wrong } from '@soapstone/options';
import { eachKey, renameKeys } from '../protocol/rename-keys.js';
import { aliasOf, isHashedAlias, keyOfLiteral } from '../schema/key-alias.js';
import { recentInputSchema } from '../schema/tool-schema.js';
import type { AgentOperation } from './agent-service.js';

/** The keys of an operation's input whose alias has a hash, by the alias. */
export type KeyTable = ReadonlyMap<string, string>;

const agentOperation: Check = (value) => wrong(`expected an operation of a catalog, not ${kindOf(value)}`);

/** Throws an `OptionError` for anything but an operation of a catalog whose mapper compiles. */
export function assertOperation(operation: AgentOperation, what: string): void {
  if (typeof operation?.service?.mapper?.compile !== 'function')
    assertOptions(agentOperation, operation, what, 'operation');
}

const NO_KEYS: KeyTable = new Map();
/** Cached by the compiled operation, because only its input decides. */
const tables = new WeakMap<object, KeyTable>();

/**
 * Returns the keys of an operation's input whose alias has a hash, by the alias: what `AgentHost.keys` resolves to. Empty if the operation
 * cannot be compiled, or has too many members to be described.
 *
 * @param operation an operation of a catalog whose mapper compiles
 * @throws {OptionError} for anything else
 *
 * @example
 * ```ts
 * const host = { ...parts, keys: async (operation) => argumentKeys(operation) };
 * ```
 */
export function argumentKeys(operation: AgentOperation): KeyTable {
  assertOperation(operation, 'argumentKeys');
  const { service, name } = operation;
  try {
    const compiled = service.mapper.compile(name);
    let table = tables.get(compiled);
    if (table === undefined) {
      table = collect(recentInputSchema(compiled));
      tables.set(compiled, table);
    }
    return table;
  } catch (error) {
    if (isMappingError(error)) return NO_KEYS;
    throw error;
  }
}

/**
 * Gives the members of arguments their keys: an agent may write each by its key or by its alias.
 *
 * @param tableOf returns the table of the operation; called only if the arguments may contain an alias with a hash
 */
export function withKeys(
  json: Uint8Array,
  tableOf: () => KeyTable | Promise<KeyTable>,
): Uint8Array | Promise<Uint8Array> {
  let hasLiteral = false;
  let hasHashed = false;
  // Every alias has two underscores in a row; most arguments do not.
  if (json.includes(UNDERSCORE)) {
    eachKey(json, (key) => {
      if (isHashedAlias(key)) hasHashed = true;
      else if (keyOfLiteral(key) !== key) hasLiteral = true;
    });
  }
  if (hasHashed) {
    const rename = (table: KeyTable): Uint8Array =>
      renameKeys(json, (key) => table.get(key) ?? keyOfLiteral(key));
    const table = tableOf();
    return table instanceof Promise ? table.then(rename) : rename(table);
  }
  return hasLiteral ? renameKeys(json, keyOfLiteral) : json;
}

const UNDERSCORE = 0x5f;

/**
 * The spelling of a key that an agent has seen. A key without an entry in the table keeps its own spelling if only the table could turn its
 * alias back: the agent has written it, or a wildcard admits it.
 */
export function seenKey(key: string, table: KeyTable): string {
  const alias = aliasOf(key);
  return alias === key || !isHashedAlias(alias) || table.get(alias) === key ? alias : key;
}

/** Collects the keys of a schema and of everything inside. Iterative, because a stranger's types decide how deep it is. */
function collect(schema: unknown): KeyTable {
  const table = new Map<string, string>();
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [keyword, value] of Object.entries(next)) {
      if (keyword === 'properties') {
        for (const [key, each] of Object.entries(value as object)) {
          const alias = aliasOf(key);
          if (isHashedAlias(alias)) table.set(alias, key);
          pending.push(each);
        }
      } else if (keyword === '$defs') pending.push(...Object.values(value as object));
      else if (typeof value === 'object' && keyword !== 'enum' && keyword !== 'const') pending.push(value);
    }
  }
  return table;
}
