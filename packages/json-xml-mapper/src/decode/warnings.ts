import type { Warning } from '../api.js';

/** Deviations that are reported but never refused, also in strict mode (TR-8). */
const HARMLESS: ReadonlySet<string> = new Set([
  'EXTRA_BODY_CHILD',
  'UNREFERENCED_ATTACHMENT',
  'WRAPPER_NAME',
]);

/** Names and values of a document in messages are cut to this many characters. */
const QUOTED = 100;

/** The deviations of one response (TR-7). */
export class WarningList {
  readonly list: Warning[] = [];
  /** What strict mode refuses (TR-8): all of them are counted, the first ones are kept. */
  readonly refused: Warning[] = [];
  readonly wantsAny: boolean;
  private readonly limit: number;
  private readonly strict: boolean;

  constructor(options: { wanted: boolean; strict: boolean; limit: number }) {
    this.wantsAny = options.wanted || options.strict;
    this.strict = options.strict;
    this.limit = options.limit;
  }

  /** Whether a warning with this code would change anything: paths are not computed for nothing. */
  wants(code: string): boolean {
    if (!this.wantsAny) return false;
    if (this.strict && !HARMLESS.has(code)) return this.refused.length < this.limit;
    return this.list.length < this.limit;
  }

  add(code: string, path: string, message: string): void {
    const warning = {
      code,
      path,
      message: message.length > QUOTED * 2 ? `${message.slice(0, QUOTED * 2)}…` : message,
    };
    if (this.strict && !HARMLESS.has(code)) this.refused.push(warning);
    else this.list.push(warning);
  }
}
