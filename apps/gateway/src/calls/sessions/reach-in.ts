import type { SessionRules } from '@soapstone/json-xml-mapper';
import type { Session } from '@soapstone/soap-call/internal/session';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import type { Target } from '../catalog/resolve.js';

/** A name that no secret of a design has. */
const TOKEN = '$session';

/**
 * Returns a function that finds the target of a call in a session: it goes to the address of the session, and carries its token. The token is
 * a secret of the service of this target, so that it is hidden in texts like other secrets. Targets are created once for each session.
 */
export function reachIn(rules: SessionRules): (asked: Target, session: Session) => Target {
  let targets = new WeakMap<Target, Target>();
  let current: string | undefined;
  return (asked, session) => {
    if (session.id !== current) {
      targets = new WeakMap();
      current = session.id;
    }
    const known = targets.get(asked);
    if (known !== undefined) return known;
    const target = reached(asked, session, rules);
    targets.set(asked, target);
    return target;
  };
}

function reached(asked: Target, { token, endpoint }: Session, rules: SessionRules): Target {
  const { service, fills } = asked;
  const headers = rules.headersOf(token);
  const values = rules.valuesOf(token);
  const secrets = withToken(service.secrets, [
    ...(values?.values() ?? [token]),
    ...cookiesIn(headers['cookie']),
  ]);
  return {
    ...asked,
    service: { ...service, secrets },
    address: endpoint ?? asked.address,
    fills: { secrets: new Map(), headers: [], ...fills, session: values ?? token },
    ...(Object.keys(headers).length > 0 && { sessionHeaders: Object.freeze(headers) }),
  };
}

/** The values of a `Cookie` header: an answer may repeat one of them alone. */
function cookiesIn(header: string | undefined): readonly string[] {
  return (header ?? '').split('; ').flatMap((pair) => {
    const value = pair.slice(pair.indexOf('=') + 1);
    return value === '' ? [] : [value];
  });
}

function withToken(secrets: ServiceSecrets, texts: readonly string[]): ServiceSecrets {
  const own = texts.map((text, index) => [`${TOKEN}${index}`, text] as const);
  return { ...secrets, design: new Map([...(secrets.design ?? []), ...own]) };
}
