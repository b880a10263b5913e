import { slugOf } from '@soapstone/http-contract';
import { subscriptionAt } from '../../../domain/accounts/account.js';
import type { ValueOf } from '../../../domain/json-schema.js';
import { DRAFT_AGE, type Draft, type DraftFindings } from '../../../domain/services/draft.js';
import { exposedGrades } from '../../../domain/services/operation-grade.js';
import { selectPresent } from '../../../domain/services/select-model.js';
import { DEFAULT_SETTINGS, showSettings } from '../../../domain/services/service-settings.js';
import { freeSlug } from '../../../domain/services/slug.js';
import type { ServiceSummary } from '../../../store/repositories/services/services.js';
import type { DRAFT } from '../answers/drafts.js';
import type { ManagementDependencies, Owner } from '../routing/route.js';
import { checkEndpoints } from './check-endpoints.js';
import { showPolicy } from './show-policy.js';

/** Returns the slug under which a draft is published: the chosen one, or a free one derived from its name. */
export async function slugOfDraft(
  { accountId, choices, findings }: Draft,
  { store }: Pick<ManagementDependencies, 'store'>,
): Promise<string> {
  if (choices.slug !== undefined) return choices.slug;
  const slug = slugOf(choices.name ?? findings.name);
  return freeSlug(slug, await store.services.takenSlugs(accountId, slug));
}

/** The maximum number of services from the same WSDL that a draft names. */
const MAX_SAME = 100;

/** Finds the services of the account that come from the WSDL of a draft. */
async function findSame(
  { accountId, findings }: Draft,
  { services }: ManagementDependencies['store'],
): Promise<ValueOf<typeof DRAFT>['same']> {
  const like = { source: findings.location, port: findings.grades[0]?.port ?? '' };
  const ids = await services.idsLike(accountId, like, MAX_SAME);
  const summaries = await services.summaries(accountId, ids);
  return ids.flatMap((id) => {
    const summary = summaries.get(id);
    if (summary === undefined || !isSame(findings, summary)) return [];
    return [{ serviceId: id, name: summary.name, slug: summary.slug }];
  });
}

/** Returns a draft as its owner sees it before publishing. */
export async function showDraft(
  draft: Draft,
  { account }: Owner,
  deps: ManagementDependencies,
): Promise<ValueOf<typeof DRAFT>> {
  const { findings, choices } = draft;
  const { outline, grades } = findings;
  const model = selectPresent(outline, choices.settings.select);
  const names = new Map(
    model.exposed.map(({ name, service, port, operation }) => [`${service}/${port}/${operation}`, name]),
  );
  const graded = exposedGrades(everything(outline), grades);
  const { endpoint } = choices.settings;
  const addresses = outline.services.flatMap(({ ports }) => ports.map(({ address }) => address));
  const problems = await checkEndpoints(
    [endpoint, ...addresses].filter((url) => url !== undefined),
    account.id,
    deps.transport,
    () => deps.registration.proxies.find(choices.settings),
  );
  const slug = await slugOfDraft(draft, deps);
  const [count, taken, same] = await Promise.all([
    deps.store.services.count(account.id),
    deps.store.services.findBySlug(account.id, slug),
    findSame(draft, deps.store),
  ]);
  return {
    draftId: draft.id,
    source: findings.location,
    origin: findings.origin,
    name: choices.name ?? findings.name,
    slug,
    slugTaken: taken !== undefined,
    settings: showSettings({ ...DEFAULT_SETTINGS, ...choices.settings }),
    endpointProblem: (endpoint === undefined ? undefined : problems.get(endpoint)) ?? null,
    ports: outline.services.flatMap(({ name, ports }, serviceIndex) =>
      ports.map((port, portIndex) => ({
        service: name.localName,
        port: port.name,
        soapVersion: port.soapVersion,
        address: port.address ?? null,
        problem: problems.get(port.address ?? '') ?? null,
        securityPolicies: port.securityPolicies,
        security: showPolicy(port.security),
        selected: model.exposed.some((each) => each.service === serviceIndex && each.port === portIndex),
        operations: port.operations.map((operation, index) => {
          const place = `${serviceIndex}/${portIndex}/${index}`;
          const grade = graded.get(place);
          return {
            name: operation.name,
            exposedAs: names.get(place) ?? null,
            compatibility: grade?.grade ?? 'exact',
            diagnostics: grade?.findings ?? [],
          };
        }),
      })),
    ),
    missing: findings.missing,
    diagnostics: findings.diagnostics,
    same,
    room: { services: count, most: mostServices(account, deps) },
    createdAt: new Date(draft.createdAt).toISOString(),
    expiresAt: new Date(draft.updatedAt + DRAFT_AGE).toISOString(),
  };
}

/** The plan's number of services; null if it has no limit. */
function mostServices(
  account: Owner['account'],
  { now, offer }: Pick<ManagementDependencies, 'now' | 'offer'>,
): number | null {
  const { services } = subscriptionAt(account, now(), offer.plans).plan;
  return Number.isFinite(services) ? services : null;
}

/** Exposes every operation, named by its position. */
function everything(outline: DraftFindings['outline']) {
  const exposed = outline.services.flatMap(({ ports }, service) =>
    ports.flatMap(({ operations }, port) =>
      operations.map((_, operation) => ({
        name: `${service}/${port}/${operation}`,
        service,
        port,
        operation,
      })),
    ),
  );
  return { ...outline, exposed };
}

/** Whether a service comes from the same WSDL or another version of it: it has the same address or the same ports. */
function isSame({ location, origin, grades }: DraftFindings, summary: ServiceSummary): boolean {
  if (origin === 'url' && summary.source === location) return true;
  const ports = (all: typeof grades) =>
    [...new Set(all.map(({ service, port }) => `${service}/${port}`))].sort().join(' ');
  return grades.length > 0 && ports(summary.grades ?? []) === ports(grades);
}
