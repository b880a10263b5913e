import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import { diagnose } from './diagnostics.js';

/** Why a description gives no model at all. Everything less is a `Diagnostic`. */
export type WsdlErrorCode =
  | 'BAD_ARCHIVE'
  | 'BAD_ENCODING'
  | 'BAD_MODEL'
  | 'DOCTYPE_REFUSED'
  | 'ENGINE_UNAVAILABLE'
  | 'LIMIT_EXCEEDED'
  | 'LOAD_FAILED'
  | 'NOT_WELL_FORMED'
  | 'NOT_WSDL'
  | 'REQUIRED_EXTENSION'
  | 'SELECTION_EMPTY'
  | 'STRICT';

/** The one error of this package: a closed code, and everything found until then. */
export class WsdlError extends Error {
  override readonly name = 'WsdlError';
  readonly code: WsdlErrorCode;
  /** What was found; the finding that ended the reading is the last. */
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

/** True for a `WsdlError` of any copy of this package: by structure, because two copies have two classes. */
export function isWsdlError(error: unknown): error is WsdlError {
  return error instanceof Error && error.name === 'WsdlError' && 'code' in error && 'diagnostics' in error;
}

/** The codes that are both: an error for the first document, a diagnostic for a document that it refers to. */
export type RefusalCode =
  | 'BAD_ENCODING'
  | 'DOCTYPE_REFUSED'
  | 'LIMIT_EXCEEDED'
  | 'LOAD_FAILED'
  | 'NOT_WELL_FORMED'
  | 'NOT_WSDL'
  | 'REQUIRED_EXTENSION';

/** The error that refuses what stands at `location`. Its only diagnostic says the same with the place apart. */
export function refusal(
  code: RefusalCode,
  location: SourceLocation,
  message: string,
  cause?: unknown,
): WsdlError {
  const { file, line, column } = location;
  const where = line === 0 ? file : `${file}:${line}:${column}`;
  return new WsdlError({
    code,
    message: `${where}: ${message}`,
    diagnostics: [diagnose(code, location, message)],
    ...(cause === undefined ? {} : { cause }),
  });
}
