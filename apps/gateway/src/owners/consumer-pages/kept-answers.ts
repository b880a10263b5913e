import { createHash } from 'node:crypto';

/** A body that visitors receive, and its entity-tag. */
interface KeptAnswer {
  readonly body: Buffer;
  readonly etag: string;
}

/** Bodies that are kept for some seconds, so that many visitors of one page cost as much as one. */
export interface KeptAnswers {
  /** Returns the body of a key, or makes it. Requests at the same time share one. */
  get(key: string, make: () => Promise<Buffer>): Promise<KeptAnswer>;
}

/** How long a body is kept, in milliseconds; how many are, and how many bytes of them. */
const LIMITS = { age: 15_000, most: 500, bytes: 32 * 1024 * 1024 };

interface Kept {
  readonly at: number;
  readonly answer: Promise<KeptAnswer>;
  bytes: number;
}

/** @param now a monotonic clock in milliseconds */
export function createKeptAnswers(
  now: () => number,
  { age, most, bytes: mostBytes }: Readonly<typeof LIMITS> = LIMITS,
): KeptAnswers {
  /** The oldest first. */
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string, entry: Kept): void {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    bytes -= entry.bytes;
    entry.bytes = 0;
  }

  function dropOld(): void {
    for (const [key, entry] of kept) {
      if (kept.size <= most && bytes <= mostBytes && now() - entry.at < age) return;
      drop(key, entry);
    }
  }

  return {
    get(key, make) {
      dropOld();
      const found = kept.get(key);
      if (found !== undefined) return found.answer;
      const answer = make().then((body) => ({ body, etag: tagOf(body) }));
      const entry: Kept = { at: now(), answer, bytes: 0 };
      kept.set(key, entry);
      answer.then(
        ({ body }) => {
          if (kept.get(key) !== entry) return;
          entry.bytes = body.length;
          bytes += body.length;
          dropOld();
        },
        // The waiting requests fail; the next one tries again.
        () => drop(key, entry),
      );
      return answer;
    },
  };
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}
