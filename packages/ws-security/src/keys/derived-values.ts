import { credentialsKey } from './credentials-key.js';

/** More credentials than one process uses at the same time. */
const MOST = 1_000;

/**
 * Values that take long to derive from credentials, such as a key from a password, for the credentials that were used last. Credentials
 * with the same content share a value, because a thread gets a copy of them with each message.
 */
export class DerivedValues<Credentials extends object, Value> {
  readonly #derive: (credentials: Credentials) => Value;
  readonly #values = new Map<string, Value>();

  constructor(derive: (credentials: Credentials) => Value) {
    this.#derive = derive;
  }

  get(credentials: Credentials): Value {
    const name = credentialsKey(credentials);
    const value = this.#values.get(name) ?? this.#derive(credentials);
    // The first entry is the one that was not used for the longest time.
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.size > MOST ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
