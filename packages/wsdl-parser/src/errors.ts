import { defined } from '@soapstone/options/defined';
import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import { diagnose } from './diagnostics.js';

/** Why a description has no model at all. Anything less severe is a `Diagnostic`. */
export type WsdlErrorCode =
  | 'BAD_ARCHIVE'
  | 'BAD_ENCODING'
  | 'BAD_MODEL'
  | 'DOCTYPE_REFUSED'
  | 'ENGINE_UNAVAILABLE'
  | 'INCOMPLETE'
  | 'LIMIT_EXCEEDED'
  | 'LOAD_FAILED'
  | 'NOT_WELL_FORMED'
  | 'NOT_WSDL'
  | 'REQUIRED_EXTENSION'
  | 'SELECTION_EMPTY'
  | 'STRICT';

/** The only error type of this package: a closed code, and all diagnostics up to that point. */
export class WsdlError extends Error {
  override readonly name = 'WsdlError';
  readonly code: WsdlErrorCode;
  /** The diagnostics; the last one is the finding that ended the parsing. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(options: {
    code: WsdlErrorCode;
    message: string;
    diagnostics?: readonly Diagnostic[] | undefined;
    cause?: unknown;
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.diagnostics = options.diagnostics ?? [];
  }
}

/**
 * True for a `WsdlError` of any copy of this package. The check is structural, because two copies have two classes.
 *
 * @example
 * ```ts
 * if (isWsdlError(error)) for (const { message, location } of error.diagnostics) console.error(location, message);
 * ```
 */
export function isWsdlError(error: unknown): error is WsdlError {
  return error instanceof Error && error.name === 'WsdlError' && 'code' in error && 'diagnostics' in error;
}

/** The codes that are both: an error for the first document, a diagnostic for a referenced document. */
export type RefusalCode =
  | 'BAD_ENCODING'
  | 'DOCTYPE_REFUSED'
  | 'LIMIT_EXCEEDED'
  | 'LOAD_FAILED'
  | 'NOT_WELL_FORMED'
  | 'NOT_WSDL'
  | 'REQUIRED_EXTENSION';

/** A description that cannot be loaded is not one of several documents: there is nothing without it. */
const FIRST_DOCUMENT = {
  severity: 'error',
  effect: 'nothing can be offered',
  advice: 'check the address, and whether its server answers',
} as const;

/** Creates the error that rejects the markup at `location`. Its only diagnostic says the same, with the location separate. */
export function refusal(
  code: RefusalCode,
  location: SourceLocation,
  message: string,
  cause?: unknown,
): WsdlError {
  const diagnostic = { ...diagnose(code, location, message), ...(code === 'LOAD_FAILED' && FIRST_DOCUMENT) };
  const { file, line, column } = diagnostic;
  const where = line === 0 ? file : `${file}:${line}:${column}`;
  return new WsdlError({
    code,
    message: `${where}: ${diagnostic.message}`,
    diagnostics: [diagnostic],
    ...defined({ cause }),
  });
}
