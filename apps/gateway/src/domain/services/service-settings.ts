import type { MapperOptions } from '@soapstone/json-xml-mapper';
import { Type } from 'typebox';
import { enumOf, INSTANT, INTEGER, nullable, object, type ValueOf } from '../json-schema.js';
import { MAX_ORIGINS } from './cors-origins.js';

/** The values of the specification's method policy. */
export const METHOD_POLICIES = ['Inherit', 'POST', 'GET', 'GET + POST'] as const;
export type MethodPolicy = (typeof METHOD_POLICIES)[number];

/** The URL of an HTTP server. A user name and password belong in the credentials, which cannot be read back. */
export const WITHOUT_USER = '^https?://[^@/?#]+([/?#]|$)';

/** Whether AI agents may call an operation: not at all; yes, and it changes nothing; yes, and it may change data. */
const AGENT_ACCESS = ['no', 'read-only', 'yes'] as const;
export type AgentAccess = (typeof AGENT_ACCESS)[number];

/** The source of the responses to calls of the service. `record` is the SOAP service while its calls are recorded. */
const ANSWERS = ['live', 'mock', 'record', 'replay'] as const;
export type Answers = (typeof ANSWERS)[number];

const flag = (description: string) => Type.Boolean({ description });
const name = Type.String({ minLength: 1, maxLength: 1024 });
/** An IRI as XML text: no spaces, control characters or lone surrogates. */
const iri = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 2048,
    pattern: '^[!-~\\u00a0-\\ud7ff\\ue000-\\ufffd]+$',
    description,
  });
const localName = Type.String({ minLength: 1, maxLength: 1024, pattern: '^[^{]' });
const unwrapModes = ['record', 'payload', 'none'] as const;

/**
 * The settings of a service are declared only here. The stored type, the schemas of what owners send and see, and (through the description
 * of the management API) the dashboard's client are all derived from these three tables.
 */

/** Settings that are options of the mapper, under the mapper's own names. */
const MAPPING = {
  numbers: enumOf(['number', 'string'], 'How large numbers appear in JSON.'),
  unwrap: enumOf(unwrapModes, 'How much of the response wrapper is left out.'),
  strictResponses: flag('Whether a response that deviates from the WSDL is an error.'),
  allowUndeclaredHeaders: flag('Whether header blocks that the WSDL does not declare are passed on.'),
  wildcards: enumOf(['known', 'lax', 'strict'], 'What wildcards with processContents="strict" accept.'),
};

/** Settings that every service has. */
const ALWAYS = {
  methodPolicy: enumOf(
    METHOD_POLICIES.filter((policy) => policy !== 'Inherit'),
    'The method policy of operations that are set to `Inherit`.',
  ),
  ...MAPPING,
  addressing: enumOf(
    ['auto', 'always', 'never'],
    'When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.',
  ),
  corsOrigins: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: MAX_ORIGINS,
    description: 'The origins of the pages that may call it from a browser; empty turns CORS off.',
  }),
  answers: enumOf(
    ANSWERS,
    'What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.',
  ),
  mock: flag('Whether `X-Mock: true` returns a sample, without calling the SOAP service.'),
};

/** Settings that a service may lack. Sending null removes one. */
const REMOVABLE = {
  endpoint: Type.String({
    maxLength: 2048,
    pattern: WITHOUT_USER,
    description:
      'Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port.',
  }),
  select: object(
    {},
    {
      service: name,
      port: name,
      soapVersion: enumOf(['1.1', '1.2']),
      ports: Type.Array(object({ service: localName, port: name }), {
        minItems: 1,
        maxItems: 1_000,
        description:
          'Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`.',
      }),
    },
    {
      minProperties: 1,
      description: 'The ports that are called. Default: the first SOAP port of each portType.',
    },
  ),
  addressingProperties: object(
    {},
    {
      version: enumOf(['1.0', '2004/08'], 'The version of WS-Addressing. Default: 1.0.'),
      action: iri('`wsa:Action` of every operation. Default: the action of the operation in the WSDL.'),
      to: iri('`wsa:To`. Default: the address that is called.'),
      from: iri('The address of `wsa:From`. Default: no such block.'),
      replyTo: iri(
        'The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client.',
      ),
      faultTo: iri('The address of `wsa:FaultTo`. Default: no such block.'),
      mustUnderstand: Type.Array(enumOf(['Action', 'To', 'MessageID', 'From', 'ReplyTo', 'FaultTo']), {
        maxItems: 6,
        description: 'The blocks with `mustUnderstand`. Default: none.',
      }),
    },
    {
      minProperties: 1,
      description:
        'The message addressing properties of every call. A stored or sent header block with the same name replaces the block.',
    },
  ),
  mtom: enumOf(
    ['auto', 'always', 'never'],
    'When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.',
  ),
  lenientHttp: flag(
    'Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule.',
  ),
  compatibility: object(
    {},
    {
      minimumTls: enumOf(
        ['1.0', '1.1'],
        'The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.',
      ),
      legacyRenegotiation: flag(
        'Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours.',
      ),
      weakCiphers: Type.Array(enumOf(['DH-1024', 'RSA-1024', 'SHA-1']), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description:
          'Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate.',
      }),
      headerNames: enumOf(
        ['specification'],
        'Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.',
      ),
      connection: enumOf(
        ['close'],
        'Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.',
      ),
      http: enumOf(
        ['1.0'],
        'Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.',
      ),
      encoding: enumOf(['identity'], 'Requests have no `Accept-Encoding`.'),
    },
    {
      minProperties: 1,
      description:
        'What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing.',
    },
  ),
  proxy: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    description:
      'The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one.',
  }),
  allowUndeclaredAttachments: flag(
    'Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning.',
  ),
  timeoutMs: Type.Integer({
    minimum: 100,
    maximum: 3_600_000,
    description:
      'The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit.',
  }),
  agents: object(
    {
      operations: Type.Unsafe<Readonly<Record<string, AgentAccess>>>({
        type: 'object',
        maxProperties: 5_000,
        additionalProperties: enumOf(AGENT_ACCESS),
        description:
          'Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET.',
      }),
    },
    {},
    { description: 'What AI agents may call over the Model Context Protocol; without it, nothing.' },
  ),
  agentDescriptions: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: 2_000,
    additionalProperties: { type: 'string', minLength: 1, maxLength: 800 },
    description:
      'What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it.',
  }),
};

type Nullable<Members extends Record<keyof Members, Parameters<typeof nullable>[0]>> = {
  [Name in keyof Members]: ReturnType<typeof nullable<Members[Name]>>;
};
const NULLABLE = Object.fromEntries(
  Object.entries(REMOVABLE).map(([key, schema]) => [key, nullable(schema)]),
) as Nullable<typeof REMOVABLE>;

/** Settings that a test of the connection may propose. */
export const PROPOSED_SETTINGS = object(
  {},
  {
    endpoint: REMOVABLE.endpoint,
    lenientHttp: REMOVABLE.lenientHttp,
    compatibility: REMOVABLE.compatibility,
  },
);

const STORED = object(ALWAYS, { ...REMOVABLE, captureUntil: INTEGER });

/** The owner's settings for a whole service. `captureUntil` is in milliseconds since the Unix epoch. */
export type ServiceSettings = Readonly<ValueOf<typeof STORED>>;

/** The settings of a service as its owner sends them. What is missing stays; null removes. */
export const SENT_SETTINGS = object(
  {},
  {
    ...ALWAYS,
    ...NULLABLE,
    captureHours: Type.Integer({
      minimum: 0,
      maximum: 24,
      description: 'For how many hours from now the bodies of calls are recorded; 0 stops recording.',
    }),
  },
);
export type SentSettings = ValueOf<typeof SENT_SETTINGS>;

/** The settings of a service as its owner sees them. */
export const SHOWN_SETTINGS = object({ ...ALWAYS, ...NULLABLE, captureUntil: nullable(INSTANT) });
export type ShownSettings = ValueOf<typeof SHOWN_SETTINGS>;

/** The settings that a new service starts with. */
export const DEFAULT_SETTINGS: ServiceSettings = {
  methodPolicy: 'POST',
  numbers: 'number',
  unwrap: 'record',
  strictResponses: false,
  allowUndeclaredHeaders: false,
  wildcards: 'known',
  addressing: 'auto',
  answers: 'live',
  mock: false,
  corsOrigins: [],
};

/** Returns `settings` with the changes in `sent`. `now` is in milliseconds since the Unix epoch. */
export function changeSettings<Settings extends Partial<ServiceSettings>>(
  settings: Settings,
  { captureHours, ...sent }: SentSettings,
  now: number,
): Settings {
  const captureUntil = captureHours === 0 ? null : captureHours && now + captureHours * 3_600_000;
  const changed: Record<string, unknown> = { ...settings };
  for (const [key, value] of Object.entries({ ...sent, captureUntil })) {
    if (value === null) delete changed[key];
    else if (value !== undefined) changed[key] = value;
  }
  return changed as Settings;
}

/** Returns the settings of a service in the form that its owner sees. */
export function showSettings({ captureUntil, ...settings }: ServiceSettings): ShownSettings {
  const missing = Object.fromEntries(Object.keys(REMOVABLE).map((key) => [key, null])) as {
    [Name in keyof typeof REMOVABLE]: null;
  };
  return {
    ...missing,
    ...settings,
    captureUntil: captureUntil === undefined ? null : new Date(captureUntil).toISOString(),
  };
}

/** The settings that change the Shapes of a service. */
export interface Mapping {
  readonly select?: ServiceSettings['select'];
  readonly options: Pick<
    MapperOptions,
    keyof typeof MAPPING | 'unwrapByOperation' | 'allowUndeclaredAttachments'
  >;
  /** The design of the revision, as JSON text. Absent if it has none, so that services without one share mappers. */
  readonly design?: string;
}

/** Returns the mapping of a service from its own settings, those of its operations by name, and the design of the revision. */
export function mappingOf(
  settings: ServiceSettings,
  operations: ReadonlyMap<string, Pick<OperationSettings, 'unwrap'>> = new Map(),
  design?: string,
): Mapping {
  const own = Object.fromEntries(
    Object.keys(MAPPING).map((key) => [key, settings[key as keyof typeof MAPPING]]),
  ) as Pick<ServiceSettings, keyof typeof MAPPING>;
  const unwrapByOperation = Object.fromEntries(
    [...operations].flatMap(([operation, { unwrap }]) => (unwrap === undefined ? [] : [[operation, unwrap]])),
  );
  // Absent is absent, so that services without it still share mappers and generated texts.
  const attachments =
    settings.allowUndeclaredAttachments === true ? { allowUndeclaredAttachments: true } : {};
  const options = { ...own, unwrapByOperation, ...attachments };
  const { select } = settings;
  return {
    ...(select !== undefined && { select }),
    options,
    ...(design !== undefined && { design }),
  };
}

const OPERATION = {
  methodPolicy: enumOf(METHOD_POLICIES),
  cacheSeconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: 'How long a response to a GET may be reused, in seconds; 0 turns caching off.',
  }),
};

/** The settings of an operation as they are stored and shown. */
export const OPERATION_SETTINGS = object(OPERATION, { unwrap: enumOf(unwrapModes) });

/** The owner's settings for one operation; `unwrap` overrides the service's. An operation without a record has the defaults. */
export type OperationSettings = Readonly<ValueOf<typeof OPERATION_SETTINGS>>;

/** The settings of an operation as its owner sends them. What is missing gets its default. */
export const SENT_OPERATION_SETTINGS = object({}, { ...OPERATION, unwrap: enumOf([...unwrapModes, null]) });

export const DEFAULT_OPERATION_SETTINGS: OperationSettings = { methodPolicy: 'Inherit', cacheSeconds: 0 };
