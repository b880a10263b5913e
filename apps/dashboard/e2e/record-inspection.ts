import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What axe found on a page, as a line of JSON in a file of the folder that `SOAPSTONE_RESULTS` names: `pnpm conformance external` reads it. */
export interface Inspection {
  /** The version of axe-core. */
  readonly version: string;
  /** The name of the test, which is that of the page. */
  readonly test: string;
  readonly size: string;
  readonly scheme: 'light' | 'dark';
  readonly violations: readonly string[];
}

/** The names of these files, one for each process. */
export const INSPECTIONS: RegExp = /^axe-\d+\.jsonl$/;

/** Writes what axe found, if somebody wants to read it. */
export function recordInspection(inspection: Inspection): void {
  const folder = process.env['SOAPSTONE_RESULTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `axe-${process.pid}.jsonl`), `${JSON.stringify(inspection)}\n`);
}
