import type { Read } from './requests/use-edit.js';
import type { components } from './schema.js';
import type { Session } from './session.js';

export type UserSession = components['schemas']['UserSession'];

/** The values in a form about the account. The ETag of a session is that of its account. */
export function readAccount({ etag, account: { name, plan } }: Session): Read {
  return { etag, members: { name, plan: plan.name } };
}
