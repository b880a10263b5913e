import { createEgressGuard } from '@soapstone/soap-transport';
import { issuerProblem } from '../domain/accounts/token-rule.js';

/** Labels of letters, digits and hyphens in any script. */
const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u;

/** Returns a sentence for each entry of `EGRESS_ALLOW`, `SIGN_UP_DOMAINS`, `OUTBOUND_NO_PROXY` and `TOKEN_ISSUERS` that could never match. */
export function findListProblems(lists: {
  readonly egressAllow: readonly string[];
  readonly signUpDomains: readonly string[];
  readonly noProxy: readonly string[];
  readonly tokenIssuers: readonly string[];
}): string[] {
  const targets = lists.egressAllow
    .filter((entry) => !isTarget(entry))
    .map(
      (entry) =>
        `EGRESS_ALLOW has ${JSON.stringify(entry)}, which is not a host, address or CIDR, with or without a port`,
    );
  const domains = lists.signUpDomains
    .filter((entry) => !DOMAIN.test(entry))
    .map(
      (entry) => `SIGN_UP_DOMAINS has ${JSON.stringify(entry)}, which is not a domain such as example.com`,
    );
  const bypassed = lists.noProxy
    .filter((entry) => entry !== '*' && !isTarget(entry.replace(/^\./, '*.')))
    .map(
      (entry) =>
        `OUTBOUND_NO_PROXY has ${JSON.stringify(entry)}, which is not a host, address or CIDR, with or without a port`,
    );
  const issuers = lists.tokenIssuers.flatMap((entry) => {
    const problem = issuerProblem(entry);
    return problem === undefined ? [] : [`TOKEN_ISSUERS has ${JSON.stringify(entry)}, which ${problem}`];
  });
  return [...targets, ...domains, ...bypassed, ...issuers];
}

function isTarget(entry: string): boolean {
  try {
    createEgressGuard({ allow: [entry] });
    return true;
  } catch {
    return false;
  }
}
