/** The subject of a limit. */
export type VendorRule =
  /** The pattern of a tool's name. */
  | { readonly kind: 'name'; readonly pattern: RegExp }
  /** The pattern of property names, at the top of the schema or wherever they occur. */
  | { readonly kind: 'keys'; readonly pattern: RegExp; readonly at: 'top' | 'everywhere' }
  /** Keywords that the top of the schema must not have. */
  | { readonly kind: 'top'; readonly keywords: readonly string[] }
  /** Keywords that are rejected or ignored wherever they occur. */
  | { readonly kind: 'keywords'; readonly keywords: readonly string[] }
  /** References that lead back to the type that they are in. */
  | { readonly kind: 'cycles' }
  /** Keywords beside a reference. */
  | { readonly kind: 'siblings' }
  /** Objects that are open, or have members that are not required. Judged where a tool says that it is strict. */
  | { readonly kind: 'closed' }
  /** The maximum of a count. */
  | { readonly kind: VendorCount; readonly most: number };

/**
 * The counted unit.
 *
 * - `description`: characters of the description of a tool
 * - `tools`: tools of a request
 * - `properties`: properties of all objects of a schema
 * - `depth`: objects inside one another, without those that a reference leads to
 * - `characters`: characters of all names, enumerated values and constants of a schema
 * - `values`: enumerated values of a schema
 */
export type VendorCount = 'description' | 'tools' | 'properties' | 'depth' | 'characters' | 'values';

/** A limit of an API or a client on the tools that it is given. */
export interface VendorLimit {
  /** A short name, for reports: `anthropic-keys`. */
  readonly id: string;
  readonly vendor: string;
  readonly rule: VendorRule;
  /**
   * The effect of exceeding it.
   *
   * - `rejects`: the request fails, with all tools in it
   * - `strict`: the same, but only in a mode of the API, or with a client, that its user has to choose. The forms `inline` and `strict` of
   *   schemas (`SchemaForm`) are for these
   * - `ignores`: a keyword has no effect, so the model learns of a mistake from the answer
   */
  readonly effect: 'rejects' | 'strict' | 'ignores';
  /** A public page that says so, and the date of it. */
  readonly source: string;
  readonly date: string;
}

/**
 * The known limits of vendors. None of them is promised: most pages are reports of users, because few vendors document their limits.
 *
 * @example
 * ```ts
 * VENDOR_LIMITS.filter(({ vendor }) => vendor === 'OpenAI').map(({ id, source }) => `${id}: ${source}`);
 * ```
 */
export const VENDOR_LIMITS: readonly VendorLimit[] = [
  {
    id: 'anthropic-name',
    vendor: 'Anthropic',
    rule: { kind: 'name', pattern: /^[a-zA-Z0-9_-]{1,64}$/ },
    effect: 'rejects',
    // 128 characters since June 2025 (home-assistant/core#147760), but 64 in a tool reference in 2026 (anthropics/claude-code#22336).
    source: 'https://github.com/cyanheads/atlas-mcp-server/issues/14',
    date: '2025-03-06',
  },
  {
    id: 'anthropic-keys',
    vendor: 'Anthropic',
    rule: { kind: 'keys', pattern: /^[a-zA-Z0-9_.-]{1,64}$/, at: 'top' },
    effect: 'rejects',
    source:
      'https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709',
    date: '2026-08-31',
  },
  {
    id: 'anthropic-top',
    vendor: 'Anthropic',
    rule: { kind: 'top', keywords: ['oneOf', 'allOf', 'anyOf'] },
    effect: 'rejects',
    source: 'https://github.com/anthropics/claude-code/issues/40075',
    date: '2026-03-28',
  },
  {
    id: 'anthropic-references',
    vendor: 'Anthropic, Managed Agents',
    rule: { kind: 'keywords', keywords: ['$ref'] },
    effect: 'strict',
    source: 'https://github.com/diegosouzapw/OmniRoute/issues/13552',
    date: '2026-09-15',
  },
  {
    id: 'openai-keys',
    vendor: 'OpenAI',
    rule: { kind: 'keys', pattern: /^[a-zA-Z0-9_.-]{1,64}$/, at: 'everywhere' },
    effect: 'rejects',
    source: 'https://github.com/etnperlong/firefly-iii-mcp/issues/6',
    date: '2026-06-05',
  },
  {
    id: 'openai-top',
    vendor: 'OpenAI',
    rule: { kind: 'top', keywords: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'] },
    effect: 'rejects',
    source: 'https://github.com/langchain-ai/langchainjs/issues/9804',
    date: '2026-01-14',
  },
  {
    id: 'openai-description',
    vendor: 'OpenAI',
    rule: { kind: 'description', most: 1024 },
    effect: 'rejects',
    // Some models take more since May 2025 (run-llama/llama_index#18784).
    source: 'https://github.com/getsentry/sentry-mcp/issues/106',
    date: '2025-04-25',
  },
  ...(
    [
      ['openai-properties', 'properties', 5000],
      ['openai-depth', 'depth', 10],
      ['openai-characters', 'characters', 120_000],
      ['openai-values', 'values', 1000],
    ] as const
  ).map(
    ([id, kind, most]): VendorLimit => ({
      id,
      vendor: 'OpenAI, strict',
      rule: { kind, most },
      effect: 'strict',
      source: 'https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai',
      date: '2026-02',
    }),
  ),
  {
    id: 'openai-keywords',
    vendor: 'OpenAI, strict',
    rule: {
      kind: 'keywords',
      keywords: ['allOf', 'not', 'dependentRequired', 'dependentSchemas', 'if', 'then', 'else'],
    },
    effect: 'strict',
    source: 'https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai',
    date: '2026-02',
  },
  {
    id: 'openai-one-of',
    vendor: 'OpenAI, strict',
    rule: { kind: 'keywords', keywords: ['oneOf'] },
    effect: 'strict',
    source: 'https://github.com/docker/docker-agent/pull/4155',
    date: '2026-09-03',
  },
  {
    id: 'openai-siblings',
    vendor: 'OpenAI, strict',
    rule: { kind: 'siblings' },
    effect: 'strict',
    source: 'https://github.com/vectorize-io/hindsight/pull/3944',
    date: '2026-08-31',
  },
  {
    id: 'openai-closed',
    vendor: 'OpenAI, strict',
    rule: { kind: 'closed' },
    effect: 'strict',
    source: 'https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai',
    date: '2026-02',
  },
  {
    id: 'copilot-tools',
    vendor: 'GitHub Copilot',
    rule: { kind: 'tools', most: 128 },
    effect: 'rejects',
    source: 'https://github.com/microsoft/vscode-copilot-release/issues/11653',
    date: '2025-06-05',
  },
  {
    id: 'google-name',
    vendor: 'Google',
    rule: { kind: 'name', pattern: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/ },
    effect: 'rejects',
    source:
      'https://pub.dev/documentation/googleapis/latest/aiplatform_v1/GoogleCloudAiplatformV1FunctionDeclaration/name.html',
    date: '2026-11',
  },
  {
    id: 'google-examples',
    vendor: 'Google, OpenAPI schemas',
    rule: { kind: 'keywords', keywords: ['examples'] },
    effect: 'rejects',
    // Clients leave out the keywords of the next entry, but some of them keep these.
    source: 'https://github.com/vinhnx/VTCode/pull/707',
    date: '2026-07-23',
  },
  {
    id: 'google-cycles',
    vendor: 'Google, Gemini CLI',
    rule: { kind: 'cycles' },
    effect: 'strict',
    // Some cycles are taken (google-gemini/gemini-cli#5609); which is not documented.
    source: 'https://github.com/google-gemini/gemini-cli/issues/14945',
    date: '2025-12-11',
  },
  {
    id: 'google-keywords',
    vendor: 'Google, OpenAPI schemas',
    rule: {
      kind: 'keywords',
      keywords: ['$ref', 'oneOf', 'allOf', 'not', 'const', 'propertyNames', 'additionalProperties'],
    },
    effect: 'ignores',
    // Fields for whole JSON Schema have been added since (typia.io, IGeminiSchema, 2025-11-05).
    source: 'https://raw.githubusercontent.com/nousresearch/hermes-agent/main/agent/gemini_schema.py',
    date: '2026-11',
  },
];
