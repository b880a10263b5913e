import { EXPIRY_DAYS } from './event.js';

const DAY = 86_400_000;

/** The life of a token that a program hands in, in milliseconds since the Unix epoch. */
interface TokenLife {
  readonly openedAt: number;
  readonly expiresAt?: number | undefined;
}

/**
 * Returns when the owner of a token is notified of its end: 30, 7 and 1 days before it, if it lives longer than that, and when the next one is
 * late. The next one is due `due` milliseconds before the end, and late when half of that time has passed. Undefined for a token without an end.
 */
export function noticeOfToken(token: TokenLife | undefined, due: number) {
  if (token?.expiresAt === undefined) return undefined;
  const { openedAt, expiresAt } = token;
  const life = expiresAt - openedAt;
  const lateAt = expiresAt - Math.min(due, life / 2) / 2;
  const days = EXPIRY_DAYS.filter((each) => life > each * DAY).map((each) => expiresAt - each * DAY);
  return {
    end: { since: print(openedAt), until: print(expiresAt), lateAt: print(lateAt) },
    noticeAt: print(Math.min(lateAt, ...days)),
  };
}

function print(at: number): string {
  return new Date(at).toISOString();
}
