import type { Warning } from '../../api/problems.js';
import type { DecoderSettings } from '../plan/settings.js';

/** Deviations that are reported but never rejected, even in strict mode (TR-8). */
const HARMLESS: ReadonlySet<string> = new Set([
  'EXTRA_BODY_CHILD',
  'UNREFERENCED_ATTACHMENT',
  'WRAPPER_NAME',
]);

const NONE: readonly Warning[] = [];

/** Names and values of a document in messages are cut to this many characters. */
const QUOTED = 100;

/** The deviations of one response (TR-7). */
export class WarningList {
  list: readonly Warning[] = NONE;
  /** The deviations that strict mode rejects (TR-8): all are counted, the first ones are kept. */
  refused: readonly Warning[] = NONE;
  #wantsAny = false;
  #limit = 0;
  #strict = false;

  /** Starts a new response; the previous lists belong to the caller by now. */
  reset({ warnings, strictResponses, limits }: DecoderSettings): void {
    this.list = NONE;
    this.refused = NONE;
    this.#wantsAny = warnings !== 'none' || strictResponses;
    this.#strict = strictResponses;
    this.#limit = limits.warnings;
  }

  get isEmpty(): boolean {
    return this.list.length === 0 && this.refused.length === 0;
  }

  /** Whether a warning with this code would have an effect; otherwise its path need not be computed. */
  wants(code: string): boolean {
    if (!this.#wantsAny) return false;
    if (this.#strict && !HARMLESS.has(code)) return this.refused.length < this.#limit;
    return this.list.length < this.#limit;
  }

  add(code: string, path: string, message: string): void {
    const warning = {
      code,
      path,
      message: message.length > QUOTED * 2 ? `${message.slice(0, QUOTED * 2)}…` : message,
    };
    if (this.#strict && !HARMLESS.has(code)) this.refused = [...this.refused, warning];
    else this.list = [...this.list, warning];
  }
}
