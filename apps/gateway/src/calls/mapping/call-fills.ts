import { randomUUID } from 'node:crypto';
import type { FillSource } from '@soapstone/json-xml-mapper';

/** The values that a design fills into one call, as data that the mapping thread can receive. */
export interface FillValues {
  /** The secrets that the operation needs, by their names. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The HTTP headers of the client's request that it needs, by their names in the design. */
  readonly headers: ReadonlyMap<string, string>;
  /** The token of the session that the call is made in, or its values by their names. */
  readonly session?: string | ReadonlyMap<string, string> | undefined;
  /** The time of the call, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The source of the values that a design fills into one call. */
export class CallFills implements FillSource {
  readonly values: FillValues;

  constructor(values: FillValues) {
    this.values = values;
  }

  secret(name: string): string | undefined {
    return this.values.secrets.get(name);
  }

  header(name: string): string | undefined {
    return this.values.headers.get(name);
  }

  session(part?: string): string | undefined {
    const { session } = this.values;
    return typeof session === 'object' ? session.get(part ?? '') : session;
  }

  uuid(): string {
    return randomUUID();
  }

  now(): number {
    return this.values.now;
  }
}
