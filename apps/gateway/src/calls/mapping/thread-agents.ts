import {
  type AgentHost,
  type AgentService,
  argumentKeys,
  type Catalog,
  countTokens,
  createCatalog,
  handleMessage,
  lintTools,
  omitNulls,
  type ToolOutcome,
} from '@soapstone/agent-tools';
import { parseJson } from '@soapstone/json-xml-mapper';
import type { DescribedTool, Job, PackedAgentService, PackedOutcome, PrintedListing } from './messages.js';
import type { ThreadMappers } from './thread-mappers.js';

/** A job about the tools of agents. It may need the types of every operation of some services. */
export type AgentJob = Extract<Job, { readonly services: unknown }>;

/** The thread lacks a mapper for the job, and the job does not contain its source. */
export const LACKS_MAPPER: unique symbol = Symbol('lacks a mapper');

/** The most recently used listings. A listing keeps its mappers in memory, in addition to those of `ThreadMappers`. */
const listings = new Map<string, Catalog>();
const MAX_LISTINGS = 8;

/** The detail of a fault may be as deeply nested as a response. */
const PROBLEM_LIMITS = {
  maxDepth: 10_000,
  maxNodes: Number.POSITIVE_INFINITY,
  maxNumberDigits: 10_000,
  digits: 'lexical',
} as const;
const NEVER = new AbortController().signal;

/** Does a job about the tools of agents. Resolves to its value. */
export async function answerAgentJob(job: AgentJob, mappers: ThreadMappers): Promise<unknown> {
  const services = unpack(job.services, mappers);
  if (services === undefined) return LACKS_MAPPER;
  switch (job.kind) {
    case 'listing':
      return listingOf(findCatalog(job, services));
    case 'keys': {
      const [operation] = createCatalog(services, { listing: { lazy: true, version: '' } }).operations;
      return operation === undefined ? new Map() : argumentKeys(operation);
    }
    case 'nulls': {
      const [operation] = createCatalog(services, { listing: { lazy: true, version: '' } }).operations;
      return operation === undefined ? job.json : omitNulls(operation, job.json);
    }
    case 'tool':
      return describeTool(services, job.lazy);
    case 'agent': {
      const catalog = findCatalog(job, services);
      const host: AgentHost = {
        info: job.info,
        ttlMs: job.ttlMs,
        catalog: () => catalog,
        call: async () => outcomeOf(job.outcome),
      };
      const answer = await handleMessage(job.message, host, {
        signal: NEVER,
        notify: () => {},
        header: (name) => job.headers[name],
      });
      return answer && { status: answer.status, text: answer.text };
    }
  }
}

function unpack(
  services: readonly PackedAgentService[],
  mappers: ThreadMappers,
): readonly AgentService[] | undefined {
  const unpacked: AgentService[] = [];
  for (const { mapper: key, source, ...service } of services) {
    const mapper = mappers.findMapper(key, source);
    if (mapper === undefined) return undefined;
    unpacked.push({ ...service, mapper });
  }
  return unpacked;
}

function findCatalog(
  {
    services: packed,
    qualified,
    schemas,
  }: Pick<Extract<AgentJob, { kind: 'listing' }>, 'services' | 'qualified' | 'schemas'>,
  services: readonly AgentService[],
): Catalog {
  const key = JSON.stringify([qualified, schemas, packed.map(({ source: _, ...rest }) => rest)]);
  const catalog = listings.get(key) ?? createCatalog(services, { qualified, schemas });
  listings.delete(key);
  listings.set(key, catalog);
  const [oldest] = listings.keys();
  if (listings.size > MAX_LISTINGS && oldest !== undefined) listings.delete(oldest);
  return catalog;
}

function listingOf({ lazy, version, tools }: Catalog): PrintedListing {
  return {
    lazy,
    version,
    tools: tools.length,
    texts: tools,
    tokens: tools.reduce((sum, tool) => sum + countTokens(tool), 0),
  };
}

/** The maximum size of a tool definition that is shown, in tokens: far more than a listing may have. */
const MAX_TOKENS = 100_000;

/**
 * Describes the only tool: its definition as JSON, or the result of `describe_operation` in a lazy listing, and the limits of vendors that
 * its definition exceeds.
 */
async function describeTool(
  services: readonly AgentService[],
  lazy: boolean,
): Promise<DescribedTool | undefined> {
  const full = createCatalog(services, { tokenBudget: MAX_TOKENS });
  const [definition] = full.lazy ? [] : full.tools;
  const text = lazy ? await describedText(services) : definition;
  if (text === undefined) return undefined;
  const findings = definition === undefined ? [] : lintTools([JSON.parse(definition)]);
  return {
    text,
    findings: findings.map(({ limit: { id, vendor, effect, source }, message }) => ({
      limit: id,
      vendor,
      effect,
      message,
      source,
    })),
  };
}

/** The result of `describe_operation` for the only operation. */
async function describedText(services: readonly AgentService[]): Promise<string | undefined> {
  const catalog = createCatalog(services, { tokenBudget: 0 });
  // A listing with one operation needs no prefix, like the listing of its service.
  const operation = catalog.operations[0]?.tool;
  const host: AgentHost = {
    info: { name: 'soapstone', version: '' },
    catalog: () => catalog,
    call: () => Promise.reject(new Error('a preview calls no operation')),
  };
  const params = { name: 'describe_operation', arguments: { operation } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const answer = await handleMessage(Buffer.from(message), host, { signal: NEVER, notify: () => {} });
  const { result } = JSON.parse(answer?.text ?? '{}') as {
    result?: { isError?: boolean; content: readonly { text: string }[] };
  };
  return result === undefined || result.isError === true ? undefined : result.content[0]?.text;
}

function outcomeOf(packed: PackedOutcome | undefined): ToolOutcome {
  if (packed === undefined) throw new Error('the mapping thread calls no operation');
  const { problem, requestId, answers } = packed;
  return {
    kind: 'problem',
    problem: parseJson(Buffer.from(problem), PROBLEM_LIMITS) as unknown as Extract<
      ToolOutcome,
      { kind: 'problem' }
    >['problem'],
    requestId,
    answers,
  };
}
