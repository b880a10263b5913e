/**
 * Where the values come from that a design fills in (DF-3): asked only for those that the operation needs, at the time of the call.
 *
 * @example
 * ```ts
 * const fills = { secret: (name) => vault.get(name), uuid: () => crypto.randomUUID() };
 * operation.toXml(input, { fills });
 * ```
 */
export interface FillSource {
  /** The value of a secret; `undefined` if there is none, which is a `FillError`. */
  readonly secret?: ((name: string) => string | undefined) | undefined;
  /** The value of an HTTP header of the client's request; `undefined` if it has none. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** The token of the session (DF-7), or one of the values that it consists of, by its name (DF-16). */
  readonly session?: ((part?: string) => string | undefined) | undefined;
  /** A new UUID. */
  readonly uuid?: (() => string) | undefined;
  /** The time of the call in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
