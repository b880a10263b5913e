import { PLANS_SECTION } from '../schema/plan-settings.js';
import {
  LIST_SETTINGS,
  PAIR_SETTINGS,
  SECRET_SETTINGS,
  SETTING_GROUPS,
  URL_SETTINGS,
} from '../schema/settings.js';

/** Plain JSON Schema. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** The path of the published schema in the repository. */
export const SCHEMA_FILE = 'docs/config.schema.json';

/** Variables that say where the file is, which the file therefore cannot contain. */
const NOT_IN_FILE: ReadonlySet<string> = new Set(['CONFIG_FILE']);

/** The name of a setting in the configuration file: `HTTPS_PORT` is `httpsPort`. */
export function fileNameOf(variable: string): string {
  return variable.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The variable of every setting, by its name in the configuration file. */
export const FILE_SETTINGS: ReadonlyMap<string, string> = new Map(
  SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings))
    .filter((variable) => !NOT_IN_FILE.has(variable))
    .map((variable) => [fileNameOf(variable), variable]),
);

/** A secret that is kept elsewhere: in a file, for example of a secret store, or in a variable of any name. */
const REFERENCE = {
  oneOf: [
    {
      type: 'object',
      properties: {
        file: { type: 'string', minLength: 1, description: 'Path, relative to the configuration file.' },
      },
      required: ['file'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { env: { type: 'string', minLength: 1, description: 'Name of an environment variable.' } },
      required: ['env'],
      additionalProperties: false,
    },
  ],
};

/**
 * Returns the JSON Schema of the configuration file, generated from the declaration of the settings. The types are those of the file: lists
 * instead of comma-separated text, and references instead of secrets.
 */
export function configFileSchema(): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    $schema: { type: 'string', description: 'The address of this schema, for editors.' },
  };
  for (const { settings } of SETTING_GROUPS) {
    for (const [variable, schema] of Object.entries(settings as Record<string, JsonSchema>)) {
      if (!NOT_IN_FILE.has(variable)) properties[fileNameOf(variable)] = fileSchemaOf(variable, schema);
    }
  }
  properties['plans'] = { ...PLANS_SECTION };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of the Soapstone gateway',
    description: 'Environment variables take precedence: HTTPS_PORT over httpsPort, for example.',
    type: 'object',
    properties,
    additionalProperties: false,
  };
}

/** An entry of a list; in a variable, commas separate entries. */
const ENTRY = {
  type: 'string',
  pattern: '^[^,]*[^,\\s][^,]*$',
  description: 'a text without commas',
};

/** A URL that is not a secret, because it has no password. */
function withoutPassword({ pattern }: JsonSchema): JsonSchema {
  return { type: 'string', pattern: `${String(pattern)}[^@]*$` };
}

function fileSchemaOf(variable: string, schema: JsonSchema): JsonSchema {
  const { description } = schema;
  if (SECRET_SETTINGS.has(variable)) {
    return URL_SETTINGS.has(variable)
      ? { description, anyOf: [withoutPassword(schema), ...REFERENCE.oneOf] }
      : { description, ...REFERENCE };
  }
  if (LIST_SETTINGS.has(variable)) {
    return { description, type: 'array', items: ENTRY };
  }
  if (PAIR_SETTINGS.has(variable)) {
    return { description, type: 'object', additionalProperties: { type: 'string' } };
  }
  return { ...schema };
}
