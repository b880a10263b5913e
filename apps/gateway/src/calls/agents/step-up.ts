import {
  type AgentOperation,
  isRefusal,
  type RpcMessage,
  type RpcRefusal,
  readMembers,
  type Catalog as ToolCatalog,
} from '@soapstone/agent-tools';
import type { Limiter } from '@soapstone/rate-limiter';
import { assertAllowed, GatewayError } from '../../errors/errors.js';
import type { Caller } from '../proxy/authenticate.js';
import { takeCharge } from '../proxy/charge.js';
import { type AdmitDependencies, tokenOf } from './admit.js';
import { isWithin, type ServiceTools } from './agent-tools.js';
import type { ExposedServices } from './exposed-services.js';
import type { AgentRequest } from './http.js';
import { insufficientScope } from './token-refusal.js';

/** The dependencies of telling clients which scopes they need. */
interface StepUpDependencies extends AdmitDependencies {
  readonly exposed: ExposedServices;
  readonly limiter: Pick<Limiter, 'consume' | 'refund'>;
}

/**
 * Returns the tools of the service that a request is for. Rejects with 403 `insufficient_scope` if its token may call none of its
 * operations, but one with more scopes may.
 */
export async function findTools(
  request: AgentRequest,
  caller: Caller,
  deps: StepUpDependencies,
): Promise<ServiceTools> {
  try {
    return await deps.exposed.find(request.accountId, request.serviceSlug, caller.scope, request.schemas);
  } catch (error) {
    const isUnknown = error instanceof GatewayError && error.code === 'SERVICE_NOT_FOUND';
    if (isUnknown && caller.scope !== undefined)
      await challenge(request, caller, deps, ({ operations }) => operations);
    throw error;
  }
}

/**
 * Rejects with 403 `insufficient_scope` (RFC 6750 §3.1) if a message names an operation that its token may not call, and a token with more
 * scopes may. An operation that no token may call, and one that does not exist, both resolve.
 */
export async function assertScopes(
  message: RpcMessage | RpcRefusal,
  { catalog }: ServiceTools,
  request: AgentRequest,
  caller: Caller,
  deps: StepUpDependencies,
): Promise<void> {
  if (caller.scope === undefined || isRefusal(message)) return;
  const find = finderOf(message);
  if (find === undefined || find(catalog) !== undefined) return;
  await challenge(request, caller, deps, (all) => {
    const operation = find(all);
    return operation === undefined ? [] : [operation];
  });
}

/** Rejects if one of the wanted operations may be called with more scopes. Counts toward the limit per minute, like a rejected call. */
async function challenge(
  request: AgentRequest,
  caller: Caller,
  { exposed, limiter, ...deps }: StepUpDependencies,
  wanted: (catalog: ToolCatalog) => readonly AgentOperation[],
): Promise<void> {
  const token = tokenOf(request, deps);
  if (deps.tokens === undefined || token === undefined) return;
  assertAllowed(await takeCharge(limiter, caller.charges.attempt));
  const { catalog, services } = await exposed.find(request.accountId, request.serviceSlug);
  const compiled = new Map(services.map((each) => [each.service.slug, each]));
  const operations = wanted(catalog).flatMap(({ name, service }) => {
    const of = compiled.get(service.slug);
    return of === undefined ? [] : [{ name, of }];
  });
  if (operations.length === 0) return;
  const scopes = await deps.tokens.scopesFor(request, token, (scope) =>
    operations.some(({ name, of }) => isWithin(scope, of, name)),
  );
  if (scopes !== undefined) throw insufficientScope(scopes, 'this operation');
}

type Finder = (catalog: ToolCatalog) => AgentOperation | undefined;

/** The tools of a lazy listing that are about an operation. */
const ABOUT_ONE: ReadonlySet<string> = new Set(['call_operation', 'describe_operation']);
const OPERATION_URI = /^soapstone:\/\/([a-z0-9-]{1,64})\/operations\/([^/]{1,2000})$/;

/** How the operation that a message names is found in a catalog; undefined for a message that names none. */
function finderOf({ method, params }: RpcMessage): Finder | undefined {
  if (method === 'tools/call') {
    const tool = textOf(params.get('name'));
    const named = ABOUT_ONE.has(tool ?? '') ? operationOf(params.get('arguments')) : tool;
    return named === undefined ? undefined : (catalog) => catalog.find(tool ?? '') ?? catalog.find(named);
  }
  if (method !== 'resources/read') return undefined;
  const [, slug, encoded = ''] = OPERATION_URI.exec(textOf(params.get('uri')) ?? '') ?? [];
  const name = attempt(() => decodeURIComponent(encoded));
  if (slug === undefined || name === undefined) return undefined;
  return ({ operations }) =>
    operations.find((each) => each.service.slug === slug && (each.name === name || each.tool === name));
}

/** The member `operation` of the arguments. */
function operationOf(json: Uint8Array | undefined): string | undefined {
  return json === undefined ? undefined : attempt(() => textOf(readMembers(json).get('operation')));
}

function textOf(json: Uint8Array | undefined): string | undefined {
  if (json === undefined || json[0] !== 0x22) return undefined;
  return attempt(() => JSON.parse(Buffer.from(json).toString()) as string);
}

/** Malformed input is refused later, with the error that it deserves. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
