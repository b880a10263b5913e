import {
  type AgentHost,
  type AgentResource,
  createCatalog,
  type SchemaForm,
  type ToolCall,
  type ToolOutcome,
} from '@soapstone/agent-tools';
import { type CallProblem, faultProblem, gatewayContract } from '@soapstone/http-contract';
import { isJsonNumber, stringify } from '@soapstone/json-xml-mapper';
import { generateOpenApi, printOpenApi } from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import type { Transport } from '@soapstone/soap-transport';
import { type CredentialProfile, createRedactor } from '@soapstone/ws-security';
import { portOf } from '../description/service.js';
import { httpRequestOf } from '../exchange/http-request.js';
import { exchangeInSession } from '../exchange/session-exchange.js';
import { callProblemOf } from '../local-servers/error-response.js';
import { LOCAL_ACCOUNT, type ServedService } from '../local-servers/served-service.js';
import { VERSION } from '../version.js';
import { type ExposureOptions, exposeServices } from './exposed-services.js';

/** The options under which a command line offers services to agents. */
export interface AgentHostOptions extends ExposureOptions {
  readonly transport: Transport;
  readonly credentials?: CredentialProfile | undefined;
  readonly tokenBudget?: number;
  readonly dryRun?: boolean;
  readonly schemas?: SchemaForm;
  readonly deadlineMs?: number | undefined;
}

/** Creates a host for the services of a command line, which do not change while it runs. */
export function createAgentHost(services: readonly ServedService[], options: AgentHostOptions): AgentHost {
  const { tokenBudget, schemas, dryRun = false } = options;
  const catalog = createCatalog(exposeServices(services, options), {
    dryRun,
    ...defined({ tokenBudget, schemas }),
  });
  return {
    info: { name: 'soapstone', version: VERSION },
    catalog: () => catalog,
    call: (call) => callOperation(call, services, options),
    resources: services.map(openApiResource),
    ttlMs: 3_600_000,
  };
}

/** Agent and service get each other's digits as written (NM-8). */
const DIGITS = { digits: 'lexical' } as const;

async function callOperation(
  call: ToolCall,
  services: readonly ServedService[],
  options: AgentHostOptions,
): Promise<ToolOutcome> {
  const { operation, input, dryRun, signal, progress } = call;
  const served = services.find(({ slug }) => slug === operation.service.slug) as ServedService;
  try {
    const compiled = operation.service.mapper.compile(operation.name);
    if (dryRun) {
      const { method, url, headers, body } = httpRequestOf(
        compiled,
        compiled.encodeJson(input, { ...DIGITS, fills: 'hidden' }),
        served.endpoint,
      );
      return { kind: 'dryRun', request: { method, ...defined({ url }), headers, body } };
    }
    progress?.('Calling the SOAP service');
    const waiting = reportWaiting(progress);
    const { reply, attachments } = await exchangeInSession(
      served.service,
      options.transport,
      compiled,
      input,
      {
        endpoint: served.endpoint,
        credentials: options.credentials,
        port: portOf(served.service, operation.name),
        deadlineMs: options.deadlineMs,
        signal,
        ...DIGITS,
      },
    ).finally(() => clearInterval(waiting));
    if (reply.kind === 'fault')
      return withoutSecrets({ kind: 'problem', problem: faultProblem(reply.fault) }, options);
    const { result, headers, warnings } = reply;
    return {
      kind: 'result',
      result: Buffer.from(stringify(result)),
      headers: headers === undefined ? undefined : Buffer.from(stringify(headers)),
      warnings,
      attachments,
    };
  } catch (error) {
    return withoutSecrets({ kind: 'problem', problem: callProblemOf(error, operation.name) }, options);
  }
}

/** Milliseconds between two progress reports while the service does not answer, because clients abandon silent calls. */
const WAITING_REPORT = 5_000;

function reportWaiting(progress: ToolCall['progress']): ReturnType<typeof setInterval> | undefined {
  if (progress === undefined) return undefined;
  let seconds = 0;
  return setInterval(() => {
    seconds += WAITING_REPORT / 1000;
    progress(`The SOAP service has not answered for ${seconds} seconds`);
  }, WAITING_REPORT);
}

/** A fault may repeat secrets from its request. */
function withoutSecrets(
  outcome: Extract<ToolOutcome, { kind: 'problem' }>,
  { credentials }: AgentHostOptions,
): ToolOutcome {
  if (credentials === undefined) return outcome;
  const redact = createRedactor(credentials);
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null || isJsonNumber(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), hide(each)]));
  };
  return { kind: 'problem', problem: hide(outcome.problem) as CallProblem };
}

function openApiResource({ slug, service }: ServedService): AgentResource {
  return {
    uri: `soapstone://${slug}/openapi.json`,
    name: `${slug}/openapi.json`,
    description: 'OpenAPI document of the service as a JSON API',
    mimeType: 'application/json',
    read: () =>
      printOpenApi(
        generateOpenApi(
          service.mapper,
          gatewayContract({ baseUrl: 'http://127.0.0.1', accountId: LOCAL_ACCOUNT, serviceSlug: slug }),
        ),
        'json',
      ),
  };
}
