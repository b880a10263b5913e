import { createHash } from 'node:crypto';
import { type JsonObject, type Mapper, type SessionRules, stringify } from '@soapstone/json-xml-mapper';
import { type Design, designNeeds, type SessionDesign } from '@soapstone/json-xml-mapper/design';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import type { SessionRole } from '../mapping/messages.js';
import type { ServiceOperation } from '../mapping/service-operation.js';
import type { OpenSessionOperation } from './service-operations.js';

/** The session of a service as its design describes it (DF-7). */
export interface SessionParts {
  readonly rules: SessionRules;
  /** The names of its operations. */
  readonly operations: { readonly login?: string | undefined; readonly logout?: string | undefined };
  /** Opens an operation; undefined if the session has none of this role. */
  open(role: SessionRole): ServiceOperation | Promise<ServiceOperation> | undefined;
  /** The addresses of the service: calls may go to another one only if the design lists its host. */
  readonly addresses: readonly string[];
  /** Differs if another user logs in, with another password, in another way or to another server, so that it is another session. */
  readonly scope: string;
}

/** The sources of the parts of a session. */
export interface SessionSources {
  readonly mapper: Mapper;
  readonly model: ServiceModel;
  /** The design of the revision. */
  readonly design: Design | undefined;
  readonly secrets: ServiceSecrets;
  /** The endpoint that the owner has set. */
  readonly endpoint: string | undefined;
  readonly open: OpenSessionOperation;
}

/** Finds the parts of the session of a service; undefined if its design has none. */
export function sessionPartsOf(sources: SessionSources): SessionParts | undefined {
  const { mapper, model, design, secrets, endpoint, open } = sources;
  const rules = mapper.session;
  if (rules === undefined || design === undefined) return undefined;
  const { session, fill = {} } = design;
  if (session === undefined) return undefined;
  const login = session.login?.operation;
  const logout = session.logout ?? undefined;
  const identity = [
    endpoint,
    ...(login === undefined ? [describe({ token: session.token })] : identify(login)),
  ];
  /** The input of the login. A token that is handed in belongs to nothing but its form and the server. */
  function identify(operation: string): readonly unknown[] {
    const { login, token, endpoint = null } = session as SessionDesign;
    const own = Object.entries(fill).filter(([path]) =>
      ['*', operation].includes(path.split('/', 1)[0] ?? ''),
    );
    const known = designNeeds(design as Design, operation).secrets.map((name) => [
      name,
      secrets.design?.get(name),
    ]);
    return [describe({ login, token, endpoint, own }), known, secrets.credentials];
  }
  const ports = model.services.flatMap((service) => service.ports.flatMap(({ address }) => address ?? []));
  return {
    rules,
    operations: { login, logout },
    open(role) {
      const name = role === 'login' ? login : logout;
      return name === undefined ? undefined : open(name, role);
    },
    addresses: endpoint === undefined ? ports : [endpoint, ...ports],
    scope: createHash('sha256').update(JSON.stringify(identity)).digest('base64url'),
  };
}

function describe(parts: object): string {
  return stringify(parts as JsonObject);
}
