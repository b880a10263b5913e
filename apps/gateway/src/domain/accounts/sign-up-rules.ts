import { domainToASCII } from 'node:url';

/** The sign-up policies: anyone, invited people, email addresses of certain domains, or nobody. */
export type SignUpMode = 'open' | 'invitation' | 'domain' | 'closed';

export interface SignUpRules {
  readonly mode: SignUpMode;
  /** In lower case; only for the mode `domain`. */
  readonly domains: readonly string[];
}

/**
 * Whether `email`, in lower case, is an address of one of the domains. A subdomain is another domain. The Unicode and the ASCII form
 * (`xn--…`) of a domain are the same.
 */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  const domain = printAscii(email.slice(email.lastIndexOf('@') + 1));
  return domains.some((each) => printAscii(each) === domain);
}

/** Letters, digits, hyphens and dots. Node would cut off anything else, as in a URL. */
const NAME = /^[\p{L}\p{M}\p{N}.-]+$/u;

function printAscii(domain: string): string {
  return NAME.test(domain) ? domainToASCII(domain) || domain : domain;
}
