import type { DesignSchema } from '../design-file/schema-keys.js';

export type { DesignSchema } from '../design-file/schema-keys.js';

/** A value of a session, as the schema of designs has it. */
export interface SessionField {
  /** The keys below `session`. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly description: string;
  readonly kind: 'operation' | 'path' | 'list' | 'flag';
}

/** The fields of one part of a session: `token`, `send`. Those that have no part of their own are in the last. */
export interface SessionPart {
  readonly name: string;
  readonly description: string;
  /** Keys of which exactly one has a value. */
  readonly choice: readonly string[];
  readonly fields: readonly SessionField[];
}

/** The form of a session: the parts and fields of the schema, in its order. */
export function formParts(schema: DesignSchema): readonly SessionPart[] {
  const parts: SessionPart[] = [];
  const others: SessionField[] = [];
  for (const [key, part] of Object.entries(schema.$defs?.['session']?.properties ?? {})) {
    const { properties, description = '' } = part;
    if (properties === undefined) {
      others.push(fieldOf([key], part));
      continue;
    }
    const choice = (part.oneOf ?? []).flatMap(({ required }) => required ?? []);
    const fields = Object.entries(properties)
      // Maps, such as the input of the login, are edited in the file.
      .filter(([name, each]) => each.additionalProperties === undefined && !choice.includes(name))
      .map(([name, each]) => fieldOf([key, name], each));
    parts.push({ name: key, description, choice, fields });
  }
  return others.length === 0
    ? parts
    : [...parts, { name: 'more', description: '', choice: [], fields: others }];
}

function fieldOf(keys: readonly string[], { description = '', type, anyOf }: DesignSchema): SessionField {
  const types = [type, ...(anyOf ?? []).map((each) => each.type)].flat();
  const name = keys.join('/');
  const kind =
    // The schema knows no operations: the two that a session calls are chosen among those of the service.
    name === 'login/operation' || name === 'logout'
      ? 'operation'
      : types.includes('boolean')
        ? 'flag'
        : types.includes('array') && !types.includes('string')
          ? 'list'
          : 'path';
  return { keys, label: keys.at(-1) ?? '', description, kind };
}
