import { KINDS } from '@soapstone/credentials';
import { servicePath } from '@soapstone/http-contract';
import type { OperationInfo } from '@soapstone/json-xml-mapper';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { certificateExpiries } from '../../../credentials/certificate-expiry.js';
import { type Subscription, subscriptionAt } from '../../../domain/accounts/account.js';
import type { ValueOf } from '../../../domain/json-schema.js';
import { endpointOf } from '../../../domain/services/endpoint-of.js';
import { allowedMethods } from '../../../domain/services/method-policy.js';
import {
  exposedGrades,
  gradeRevision,
  isPublished,
  type OperationGrade,
  type RevisionGrades,
} from '../../../domain/services/operation-grade.js';
import type { RegisteredService, ServiceRevision } from '../../../domain/services/registered-service.js';
import { showSettings } from '../../../domain/services/service-settings.js';
import { notFound } from '../../../errors/management-errors.js';
import type { LiveService } from '../../../services/live-services.js';
import type { ServiceSummary } from '../../../store/repositories/services/services.js';
import type { OPERATION } from '../answers/operations.js';
import type { PORT, SERVICE, SERVICE_DETAIL } from '../answers/services.js';
import { entityTag } from '../routing/entity-tag.js';
import type { ManagementDependencies, Owner } from '../routing/route.js';
import { checkEndpoints } from './check-endpoints.js';
import { showPolicy } from './show-policy.js';
import { operationStateOf, secretStateOf } from './states.js';

/** The common members of every response about a service. */
export function showService(
  service: RegisteredService,
  summary: ServiceSummary,
  baseUrl: string,
): ValueOf<typeof SERVICE> {
  const { settings, revision } = service;
  return {
    serviceId: service.id,
    slug: service.slug,
    name: service.name,
    status: service.status,
    revision,
    heldRevision: summary.heldRevision ?? null,
    source: summary.source,
    operationCount: (summary.grades ?? []).filter((grade) => isPublished(grade, settings)).length,
    settings: showSettings(settings),
    proxyUrl: baseUrl + servicePath(service.accountId, service.slug),
    openapiUrl: `${baseUrl}/api/services/${service.id}/openapi`,
    createdAt: new Date(service.createdAt).toISOString(),
    updatedAt: new Date(service.updatedAt).toISOString(),
  };
}

/** Returns the summary of one service. Throws 404 if the account has no such service. */
export async function summaryOf(
  { accountId, id }: RegisteredService,
  { store }: Pick<ManagementDependencies, 'store'>,
): Promise<ServiceSummary> {
  const summary = (await store.services.summaries(accountId, [id])).get(id);
  if (summary === undefined) throw notFound('service');
  return summary;
}

/** A service with its operations, its ports and the findings in its documents. */
export async function showServiceDetail(
  service: RegisteredService,
  owner: Owner,
  deps: ManagementDependencies,
): Promise<ValueOf<typeof SERVICE_DETAIL>> {
  // Read first: an ETag may be older than what is shown beside it, but never newer.
  const sealed = await deps.store.secrets.find(service.accountId, service.id);
  const [compiled, summary, { text }] = await Promise.all([
    deps.live.compile(service),
    summaryOf(service, deps),
    deps.artefacts.get(service, { kind: 'operations' }),
  ]);
  const { revision, secrets } = compiled;
  const infos: readonly OperationInfo[] = JSON.parse(text.toString('utf8'));
  const { diagnostics, grades } = gradesOf(revision);
  const ports = portsOf(compiled.mapper.model);
  const first = infos[0]?.address;
  const address =
    service.settings.endpoint === undefined ? first : endpointOf(service.settings.endpoint, first ?? '');
  const problems = await checkEndpoints(
    [address, ...ports.map((port) => port.address)].filter((url) => typeof url === 'string'),
    service.accountId,
    deps.transport,
    compiled.proxy,
  );
  return {
    ...showService(service, { ...summary, grades }, deps.baseUrl),
    operationCount: infos.length,
    address: infos[0]?.address ?? null,
    endpointProblem: (address === undefined ? undefined : problems.get(address)) ?? null,
    certificate: deps.certificate === undefined ? null : { file: deps.certificate.file ?? null },
    limits: { timeoutMs: deps.limits.upstreamTimeout },
    proxies: deps.registration.proxies.names,
    // Which kinds of credentials are set; their content is write-only.
    secrets: {
      credentials: secrets.credentials !== undefined,
      credentialKinds: Object.keys(secrets.credentials ?? {}).filter((kind) => Object.hasOwn(KINDS, kind)),
      certificates: certificateExpiries(secrets.credentials, deps.now()),
      headers: secrets.headers !== undefined,
      proxyLogin: secrets.proxyLogin !== undefined,
      wsdlLogin: secrets.wsdlLogin !== undefined,
      etags: {
        credentials: entityTag(secretStateOf(sealed.get('credentials'))),
        headers: entityTag(secretStateOf(sealed.get('headers'))),
        proxyLogin: entityTag(secretStateOf(sealed.get('proxyLogin'))),
        wsdlLogin: entityTag(secretStateOf(sealed.get('wsdlLogin'))),
      },
    },
    ports: ports.map((port) => ({ ...port, problem: problems.get(port.address ?? '') ?? null })),
    operations: showOperations(
      compiled,
      infos,
      grades,
      subscriptionAt(owner.account, deps.now(), deps.offer.plans),
    ),
    diagnostics,
  };
}

/** Returns the stored findings and grades of a revision; for a revision older than grades, computes them. */
export function gradesOf({ grades, model, diagnostics }: ServiceRevision): RevisionGrades {
  return grades === undefined ? gradeRevision(model, diagnostics) : { diagnostics, grades };
}

/** The ports of a description, and which of them receive calls. */
function portsOf(model: ServiceModel): readonly Omit<ValueOf<typeof PORT>, 'problem'>[] {
  const exposed = new Set(model.exposed.map(({ service, port }) => `${service}/${port}`));
  return model.services.flatMap(({ name, ports }, serviceIndex) =>
    ports.map((port, portIndex) => ({
      service: name.localName,
      port: port.name,
      soapVersion: port.soapVersion,
      address: port.address ?? null,
      security: showPolicy(port.security),
      operations: port.operations.length,
      exposed: exposed.has(`${serviceIndex}/${portIndex}`),
    })),
  );
}

function printHeld(since: number | undefined): string | null {
  return since === undefined ? null : new Date(since).toISOString();
}

function showOperations(
  compiled: LiveService,
  infos: readonly OperationInfo[],
  grades: readonly OperationGrade[],
  { plan }: Subscription,
): readonly ValueOf<typeof OPERATION>[] {
  const { mapper, service } = compiled;
  const byName = exposedGrades(mapper.model, grades);
  return infos.map((info) => {
    const settings = compiled.operationSettings(info.name);
    const { methods, getRefused } = allowedMethods(settings, service.settings, info, plan);
    const grade = byName.get(info.name);
    return {
      etag: entityTag(operationStateOf(settings)),
      name: info.name,
      documentation: info.documentation ?? null,
      service: info.service,
      port: info.port,
      soapVersion: info.soapVersion,
      style: info.style,
      use: info.use,
      soapAction: info.soapAction,
      oneWay: info.oneWay,
      methodPolicy: settings.methodPolicy,
      methods,
      querySafe: info.querySafe.safe,
      readStyle: info.readStyle,
      getRefused: getRefused ?? (info.querySafe.safe ? null : info.querySafe.reason),
      queryRefused: info.querySafe.safe ? null : info.querySafe.reason,
      cacheSeconds: settings.cacheSeconds,
      unwrap: settings.unwrap ?? null,
      heldSince: printHeld(compiled.heldSince(info.name)),
      compatibility: grade?.grade ?? 'exact',
      diagnostics: grade?.findings ?? [],
    };
  });
}
