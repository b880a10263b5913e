/**
 * The access tokens that a key stands for: JSON Web Tokens that an authorization server issues to agents. A key with such a rule has no
 * secret of its own.
 */
export interface TokenRule {
  /** The authorization server, exactly as its metadata and its tokens name it. */
  readonly issuer: string;
  /** The audience that a token must have. Absent: the address that the agent calls, or that of the whole account. */
  readonly audience?: string;
  /** The scopes that a token must have, all of them. */
  readonly scopes: readonly string[];
}

/**
 * Returns why a text cannot name an authorization server (RFC 8414 §2); undefined if it can. Plain HTTP is accepted on this machine alone.
 */
export function issuerProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not a URL';
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname)))
    return 'does not begin with https://';
  if (search !== '' || hash !== '' || /[?#]/.test(text)) return 'has a query or a fragment';
  if (username !== '' || password !== '') return 'has a user name or a password';
  return undefined;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
