import type { SourceKind } from './use-source.js';

/** The key in the session storage of a tab. */
const STORED = 'soapstone-import';
/** The longest text that is kept, in characters: the browser keeps five million in all. */
const MOST_TEXT = 1_000_000;

/** An import that the gateway makes for this tab, and what the form had. Credentials and files are not kept. */
export interface RunningImport {
  /** The address of the person, because another one may log in to the same tab. */
  readonly email: string;
  readonly jobId: string;
  readonly kind: SourceKind;
  readonly url: string;
  readonly text: string;
}

/** Keeps an import while it runs, so that a reload of the page can follow it. */
export function keepImport({ email, jobId, kind, url, text }: RunningImport): void {
  try {
    const kept: RunningImport = { email, jobId, kind, url, text: text.length > MOST_TEXT ? '' : text };
    sessionStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // The browser does not allow storage: after a reload, the form is empty.
  }
}

/** Forgets the import, which is over. */
export function forgetImport(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Nothing was stored either.
  }
}

/** Returns the import that this tab began for a person and that has not ended, as far as this tab knows. */
export function keptImport(email: string): RunningImport | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as RunningImport | null;
    return kept?.email === email && typeof kept.jobId === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}
