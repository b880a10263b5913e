/** More iterations than any program writes for one key. */
export const MAX_ITERATIONS = 5_000_000;
/**
 * The work of opening one file: the iterations of all its keys, where one of PKCS#12's own derivation counts four times, because it is computed
 * hash by hash. A few seconds.
 */
const MAX_WORK = 10_000_000;
const HASHED_HERE = 4;

/** A key or file whose decryption takes more work than is allowed. Its message completes "cannot use the key: …". */
export class ExpensiveKeyError extends Error {
  override readonly name = 'ExpensiveKeyError';
}

/** Bounds the work that a file makes its reader do. */
export class DerivationBudget {
  #left = MAX_WORK;

  /** Takes the work of PBKDF2. Throws `ExpensiveKeyError`. */
  take(iterations: number): void {
    if (!(iterations >= 1 && iterations <= MAX_ITERATIONS)) throw tooExpensive();
    this.#left -= iterations;
    if (this.#left < 0) throw tooExpensive();
  }

  /** Takes the work of PKCS#12's own derivation of some hash values. Throws `ExpensiveKeyError`. */
  takeHashes(iterations: number, hashes: number): void {
    for (let hash = 0; hash < hashes * HASHED_HERE; hash += 1) this.take(iterations);
  }
}

function tooExpensive(): ExpensiveKeyError {
  return new ExpensiveKeyError(
    `its keys take more than ${MAX_ITERATIONS} iterations to derive; write it again with fewer`,
  );
}
