import type { SourceLocation } from './model/names.js';

/**
 * Something in the documents that a person should know: what stands where, and what it does to the JSON.
 * `severity`: `error` = a component is lost; `warning` = served, but not exactly; `info` = nothing is lost.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning' | 'info';
  /** One sentence, no full stop: what was found. */
  readonly message: string;
  readonly file: string;
  /** From 1; 0 where the whole file is meant. */
  readonly line: number;
  readonly column: number;
  /** The component in words: `element {urn:x}Order`, `operation GetUser`. */
  readonly component?: string;
  /** What it does to the JSON or to the operation. */
  readonly effect?: string;
  /** What the owner of the WSDL, or of the service, can do. */
  readonly advice?: string;
}

/** The closed set of codes; `DIAGNOSTICS` holds the severity, effect and advice of each. */
export type DiagnosticCode = 'UNRESOLVED_TYPE';

interface DiagnosticTemplate {
  readonly severity: Diagnostic['severity'];
  readonly effect?: string;
  readonly advice?: string;
}

/** What each code means, once. The message is written where it is found, because it names the things found. */
export const DIAGNOSTICS: Readonly<Record<DiagnosticCode, DiagnosticTemplate>> = {
  UNRESOLVED_TYPE: {
    severity: 'warning',
    effect: 'the value is passed on untyped (MO-4)',
    advice: 'supply the schema that declares the type',
  },
};

/** Make the diagnostic of `code` at `location`. */
export function diagnose(
  code: DiagnosticCode,
  location: SourceLocation,
  message: string,
  component?: string,
): Diagnostic {
  const { file, line, column } = location;
  return {
    code,
    ...DIAGNOSTICS[code],
    message,
    file,
    line,
    column,
    ...(component === undefined ? {} : { component }),
  };
}
