import type { WsdlLogin } from '../api/connection.js';

/** The logins that imports of this tab used, by draft. They are in no storage of the browser, and gone after a reload. */
const logins = new Map<string, WsdlLogin>();

/** Remembers the login that a draft was imported with, until it is published; undefined forgets it. */
export function rememberLogin(draftId: string, login: WsdlLogin | undefined): void {
  if (login === undefined) logins.delete(draftId);
  else logins.set(draftId, login);
}

/** Returns the login that this tab imported a draft with. */
export function rememberedLogin(draftId: string): WsdlLogin | undefined {
  return logins.get(draftId);
}
