import type { Answer, SentRequest } from './https-client.js';

/** The changes that the gateway has acknowledged to an owner. */
export interface Acknowledged {
  /** Keys by their id, and whether they were revoked. */
  readonly keys: Map<string, 'made' | 'revoked'>;
  /** Services by their id. */
  readonly services: Set<string>;
  /** The last acknowledged name of the account, and those that were sent after it, any of which may have been stored. */
  name: string;
  readonly sentNames: Set<string>;
  /** When calls returned 200, in milliseconds of `performance.now`. */
  readonly calls: number[];
  /** Responses that must not occur. */
  readonly unexpected: string[];
}

export type Send = (path: string, request?: SentRequest) => Promise<Answer>;

/** The gateway and services that the owner works with. */
export interface OwnersPlace {
  readonly send: Send;
  /** The path of an operation, and the key for calling it. */
  readonly callPath: string;
  readonly liveKey: string;
  readonly managementKey: string;
  /** The documents of a service in the form of an upload. */
  readonly files: readonly object[];
}

/**
 * Creates and revokes keys, renames the account, registers services and sends calls, all concurrently, until the gateway no longer
 * responds. Records each change when the gateway acknowledges it.
 */
export async function workUntilItEnds(place: OwnersPlace, acknowledged: Acknowledged): Promise<void> {
  const { send, callPath, liveKey, managementKey, files } = place;
  let ended = false;
  const manage = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`/api/manage/${path}`, {
      method,
      headers: { 'X-API-Key': managementKey, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const isExpected = ({ status, text }: Answer, expected: number): boolean => {
    if (status !== expected) acknowledged.unexpected.push(`${status} ${text}`);
    return status === expected;
  };
  const onAndOn = async (work: () => Promise<void>): Promise<void> => {
    while (!ended) {
      try {
        await work();
      } catch {
        ended = true;
      }
    }
  };

  async function makeKey(): Promise<void> {
    const made = await manage('POST', 'keys', { name: 'busy' });
    if (!isExpected(made, 201)) return;
    const { id } = made.json<{ id: string }>();
    acknowledged.keys.set(id, 'made');
    if (acknowledged.keys.size % 2 === 0) return;
    if (isExpected(await manage('DELETE', `keys/${id}`), 200)) acknowledged.keys.set(id, 'revoked');
  }

  async function rename(): Promise<void> {
    const name = `Name ${performance.now()}`;
    acknowledged.sentNames.add(name);
    if (!isExpected(await manage('PATCH', 'account', { name }), 200)) return;
    acknowledged.name = name;
    acknowledged.sentNames.clear();
  }

  async function register(): Promise<void> {
    const made = await manage('POST', 'services', { files });
    if (isExpected(made, 201)) acknowledged.services.add(made.json<{ serviceId: string }>().serviceId);
  }

  async function call(): Promise<void> {
    const answer = await send(callPath, {
      method: 'POST',
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json' },
      body: '{}',
    });
    if (isExpected(answer, 200)) acknowledged.calls.push(performance.now());
    // A fast machine would otherwise exceed the plan's limit per minute.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  await Promise.all([onAndOn(makeKey), onAndOn(rename), onAndOn(register), onAndOn(call), onAndOn(call)]);
}
