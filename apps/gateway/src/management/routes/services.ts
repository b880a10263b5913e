import type { Diagnostic } from '@soapstone/wsdl-parser';
import { subscriptionAt } from '../../accounts/account.js';
import { compareContracts } from '../../catalog/compare-contracts.js';
import {
  DEFAULT_OPERATION_SETTINGS,
  type OperationSettings,
  type RegisteredService,
  type ServiceSettings,
} from '../../catalog/registered-service.js';
import { type SecretField, storeServiceSecret } from '../../catalog/service-secrets.js';
import { allowedMethods } from '../../proxy/method-policy.js';
import { importRevision, registerService } from '../../registration/register.js';
import { readSource, type SentSource, SOURCE_BYTES } from '../document-source.js';
import { notFound } from '../errors.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  type Owner,
  ownerOf,
  type Route,
} from '../route.js';
import {
  CREDENTIALS_SCHEMA,
  OPERATION_SCHEMA,
  SETTINGS_SCHEMA,
  SOURCE_PROPERTIES,
  STORED_HEADERS_SCHEMA,
} from '../service-schema.js';

const PATH = '/api/manage/services';
const name = { type: 'string', minLength: 1, maxLength: 100 };

const list: Route = {
  method: 'get',
  path: PATH,
  access: 'owner',
  summary: 'The services of the account, oldest first',
  async handle(call, { store, baseUrl }) {
    const services = await store.services.list(ownerOf(call).account.id);
    return { body: { services: services.map((service) => showService(service, baseUrl)) } };
  },
};

const register: Route = {
  method: 'post',
  path: PATH,
  access: 'owner',
  summary: 'Register a service by the address of its WSDL, its files, or a zip archive of them',
  status: 201,
  bodyBytes: SOURCE_BYTES,
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...SOURCE_PROPERTIES,
      name,
      slug: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      settings: SETTINGS_SCHEMA,
    },
  },
  async handle(call, deps) {
    const { account, actor } = ownerOf(call);
    const body = call.body as SentSource & { name?: string; slug?: string; settings?: SentSettings };
    const { service, operations, diagnostics } = await registerService(
      account,
      {
        source: readSource(body),
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.slug === undefined ? {} : { slug: body.slug }),
        ...(body.settings === undefined ? {} : { settings: readSettings(body.settings) }),
      },
      deps.registration,
    );
    await record(deps, account.id, actor, 'service.register', service.id);
    return {
      body: {
        ...showService(service, deps.baseUrl),
        operations,
        diagnostics: diagnostics.map(showDiagnostic),
      },
    };
  },
};

const show: Route = {
  method: 'get',
  path: `${PATH}/:serviceId`,
  access: 'owner',
  summary: 'A service, its operations and what its documents gave reason to say',
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const compiled = await deps.catalog.compile(service);
    const { plan } = subscriptionAt(ownerOf(call).account, deps.now());
    const operations = compiled.mapper.operations.map((info) => {
      const settings = compiled.operationSettings(info.name);
      const { methods, getRefused } = allowedMethods(settings, service.settings, info, plan);
      return {
        name: info.name,
        documentation: info.documentation ?? null,
        methodPolicy: settings.methodPolicy,
        methods,
        querySafe: info.querySafe.safe,
        readStyle: info.readStyle,
        getRefused: getRefused ?? (info.querySafe.safe ? null : info.querySafe.reason),
        cacheSeconds: settings.cacheSeconds,
        unwrap: settings.unwrap ?? null,
      };
    });
    const secrets = await deps.store.secrets.find(service.accountId, service.id);
    return {
      body: {
        ...showService(service, deps.baseUrl),
        source: compiled.revision.source,
        address: compiled.mapper.operations[0]?.address ?? null,
        // Write-only: whether there is one, and nothing of it.
        secrets: { credentials: secrets.has('credentials'), headers: secrets.has('headers') },
        operations,
        diagnostics: compiled.revision.diagnostics.map(showDiagnostic),
      },
    };
  },
};

const update: Route = {
  method: 'patch',
  path: `${PATH}/:serviceId`,
  access: 'owner',
  summary: 'Change the name, the state or the settings of a service; what is not sent stays',
  body: {
    type: 'object',
    additionalProperties: false,
    properties: { name, status: { enum: ['active', 'paused'] }, settings: SETTINGS_SCHEMA },
  },
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const body = call.body as {
      name?: string;
      status?: RegisteredService['status'];
      settings?: SentSettings;
    };
    const settings = { ...service.settings, ...readSettings(body.settings ?? {}) };
    // `null` takes the owner's address away: calls go to the one of the WSDL again.
    if (body.settings?.endpoint === null) delete settings.endpoint;
    const changed = await save(deps, {
      ...service,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.status === undefined ? {} : { status: body.status }),
      settings,
    });
    await record(deps, service.accountId, owner.actor, 'service.update', service.id);
    return { body: showService(changed, deps.baseUrl) };
  },
};

const remove: Route = {
  method: 'delete',
  path: `${PATH}/:serviceId`,
  access: 'owner',
  summary: 'Delete a service with everything that belongs to it',
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    await deps.store.services.delete(service.accountId, service.id);
    await deps.changes.announce(service.accountId);
    await record(deps, service.accountId, owner.actor, 'service.delete', service.id);
    return {};
  },
};

const setOperation: Route = {
  method: 'put',
  path: `${PATH}/:serviceId/operations/:operation`,
  access: 'owner',
  summary: 'Set the method policy, the cache time and the unwrap mode of an operation',
  body: OPERATION_SCHEMA,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const compiled = await deps.catalog.compile(service);
    const operation = call.params['operation'] ?? '';
    if (!compiled.mapper.operations.some((info) => info.name === operation)) throw notFound('operation');
    const { methodPolicy, cacheSeconds, unwrap } = call.body as Partial<OperationSettings> & {
      unwrap?: OperationSettings['unwrap'] | null;
    };
    const settings: OperationSettings = {
      methodPolicy: methodPolicy ?? DEFAULT_OPERATION_SETTINGS.methodPolicy,
      cacheSeconds: cacheSeconds ?? DEFAULT_OPERATION_SETTINGS.cacheSeconds,
      ...(unwrap === undefined || unwrap === null ? {} : { unwrap }),
    };
    await deps.store.services.setOperationSettings(service.accountId, service.id, operation, settings);
    await save(deps, service);
    await record(deps, service.accountId, owner.actor, 'operation.set', `${service.id}/${operation}`);
    return { body: settings };
  },
};

/** The two secrets of a service have the same three routes: set, take away, and nothing to read. */
function secretRoutes(field: SecretField, schema: Readonly<Record<string, unknown>>): Route[] {
  const path = `${PATH}/:serviceId/${field}`;
  const store = async (call: ManagementCall, deps: ManagementDependencies, value: unknown) => {
    const { service, owner } = await findService(call, deps);
    const place = { accountId: service.accountId, serviceId: service.id, field };
    await storeServiceSecret(deps.store, deps.sealer, place, value);
    await save(deps, service);
    await record(
      deps,
      service.accountId,
      owner.actor,
      `${field}.${value === undefined ? 'delete' : 'set'}`,
      service.id,
    );
    return {};
  };
  return [
    {
      method: 'put',
      path,
      access: 'owner',
      summary: `Set the ${field} that every call of the service carries; they are never shown again`,
      body: schema,
      bodyBytes: 256 * 1024,
      handle: (call, deps) => store(call, deps, withDefaults(field, call.body)),
    },
    {
      method: 'delete',
      path,
      access: 'owner',
      summary: `Take the ${field} of the service away`,
      handle: (call, deps) => store(call, deps, undefined),
    },
  ];
}

function withDefaults(field: SecretField, body: unknown): unknown {
  return field === 'headers' ? { locked: [], ...(body as object) } : body;
}

const listRevisions: Route = {
  method: 'get',
  path: `${PATH}/:serviceId/revisions`,
  access: 'owner',
  summary: 'The imports of a service, newest first',
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const revisions = await deps.store.services.listRevisions(service.accountId, service.id);
    return {
      body: {
        revisions: revisions.map(({ number, source, createdAt, diagnostics }) => ({
          number,
          source,
          createdAt: new Date(createdAt).toISOString(),
          inForce: number === service.revision,
          diagnostics: diagnostics.length,
        })),
      },
    };
  },
};

const reimport: Route = {
  method: 'post',
  path: `${PATH}/:serviceId/revisions`,
  access: 'owner',
  summary:
    'Import the documents of a service again, and say what changes for its clients; a bad import changes nothing',
  status: 201,
  bodyBytes: SOURCE_BYTES,
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...SOURCE_PROPERTIES,
      // `safe` puts the revision in force unless it breaks a client; the others wait for a decision.
      activate: { enum: ['always', 'safe', 'never'] },
    },
  },
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const body = call.body as SentSource & { activate?: 'always' | 'safe' | 'never' };
    const revision = await importRevision(service, readSource(body), deps.registration);
    const [before, after] = await Promise.all([
      deps.catalog.compile(service),
      deps.catalog.compile({ ...service, revision: revision.number }),
    ]);
    const changes = compareContracts(before.mapper, after.mapper);
    const breaking = changes.some((change) => change.breaking);
    const { activate = 'safe' } = body;
    const inForce = activate === 'always' || (activate === 'safe' && !breaking);
    if (inForce) await save(deps, { ...service, revision: revision.number });
    await record(deps, service.accountId, owner.actor, 'revision.import', `${service.id}/${revision.number}`);
    return {
      body: {
        number: revision.number,
        inForce,
        breaking,
        changes,
        diagnostics: revision.diagnostics.map(showDiagnostic),
      },
    };
  },
};

const activate: Route = {
  method: 'put',
  path: `${PATH}/:serviceId/revisions/:number/in-force`,
  access: 'owner',
  summary: 'Put a revision in force: a held one, or an earlier one again',
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const number = Number(call.params['number']);
    const found = Number.isSafeInteger(number)
      ? await deps.store.services.findRevision(service.accountId, service.id, number)
      : undefined;
    if (found === undefined) throw notFound('revision');
    const changed = await save(deps, { ...service, revision: number });
    await record(deps, service.accountId, owner.actor, 'revision.activate', `${service.id}/${number}`);
    return { body: showService(changed, deps.baseUrl) };
  },
};

type SentSettings = Omit<Partial<ServiceSettings>, 'endpoint'> & { readonly endpoint?: string | null };

function readSettings({ endpoint, ...rest }: SentSettings): Partial<ServiceSettings> {
  return { ...rest, ...(endpoint === undefined || endpoint === null ? {} : { endpoint }) };
}

async function findService(
  call: ManagementCall,
  { store }: ManagementDependencies,
): Promise<{ service: RegisteredService; owner: Owner }> {
  const owner = ownerOf(call);
  const service = await store.services.find(owner.account.id, call.params['serviceId'] ?? '');
  if (service === undefined) throw notFound('service');
  return { service, owner };
}

/** Store a changed service, and let every node know. `updatedAt` always moves: what was compiled before is not asked for again. */
async function save(deps: ManagementDependencies, service: RegisteredService): Promise<RegisteredService> {
  const changed = { ...service, updatedAt: Math.max(deps.now(), service.updatedAt + 1) };
  if (!(await deps.store.services.update(changed))) throw notFound('service');
  await deps.changes.announce(service.accountId);
  return changed;
}

function record(
  deps: ManagementDependencies,
  accountId: string,
  actor: string,
  action: string,
  subject: string,
) {
  return deps.store.audit.add(accountId, { at: deps.now(), actor, action, subject });
}

function showService(service: RegisteredService, baseUrl: string) {
  return {
    serviceId: service.id,
    slug: service.slug,
    name: service.name,
    status: service.status,
    revision: service.revision,
    settings: { endpoint: null, ...service.settings },
    proxyUrl: `${baseUrl}/api/v1/${service.accountId}/${service.slug}`,
    openapiUrl: `${baseUrl}/api/services/${service.id}/openapi`,
    createdAt: new Date(service.createdAt).toISOString(),
    updatedAt: new Date(service.updatedAt).toISOString(),
  };
}

function showDiagnostic({
  code,
  severity,
  message,
  file,
  line,
  column,
  component,
  effect,
  advice,
}: Diagnostic) {
  return { code, severity, message, file, line, column, component, effect, advice };
}

export const serviceRoutes: readonly Route[] = [
  list,
  register,
  show,
  update,
  remove,
  setOperation,
  ...secretRoutes('credentials', CREDENTIALS_SCHEMA),
  ...secretRoutes('headers', STORED_HEADERS_SCHEMA),
  listRevisions,
  reimport,
  activate,
];
