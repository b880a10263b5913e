/** The sign-up policies: anyone, invited people, addresses of certain domains, or nobody. */
export type SignUpMode = 'open' | 'invitation' | 'domain' | 'closed';

export interface SignUpRules {
  readonly mode: SignUpMode;
  /** In lower case; only for the mode `domain`. */
  readonly domains: readonly string[];
}

/** Whether `email`, in lower case, is an address of one of the domains. A subdomain is another domain. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}
