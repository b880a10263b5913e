import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Only this many characters are judged, because the work grows with the square of the length. */
const JUDGED = 64;
/** The minimum zxcvbn score, from 0 to 4; a password below it is found with a million guesses. */
const LEAST_SCORE = 2;

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loaded lazily, because the word lists are several megabytes and only processes that set passwords need them. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ graphs: adjacencyGraphs, dictionary });
}

/**
 * Whether a password is common or trivial: a repetition, a run on the keyboard or in the alphabet, a date (NIST SP 800-63B
 * §3.1.1.2).
 *
 * @param own words that others may know about the user, such as the email address
 */
export async function isEasyToGuess(password: string, own: readonly string[] = []): Promise<boolean> {
  loading ??= load();
  const words = own
    .flatMap((word) => [word, ...word.split('@'), ...word.split(/[@.]/)])
    .filter((word) => word.length > 2);
  const { score } = (await loading).check(password.slice(0, JUDGED), words);
  return score < LEAST_SCORE;
}
