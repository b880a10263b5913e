import type { Keyword, Warning } from '../../api/problems.js';
import { DecodeError } from '../../errors.js';

/** The validation keyword of each warning (§17, Annex B). */
const KEYWORDS: Readonly<Record<string, Keyword>> = {
  NAMESPACE_MISMATCH: 'additionalProperties',
  EMPTY_BODY: 'required',
  MUST_UNDERSTAND_IGNORED: 'header',
  RELATES_TO_MISMATCH: 'header',
  UNKNOWN_ELEMENT: 'additionalProperties',
  UNEXPECTED_ELEMENT: 'type',
  UNEXPECTED_TEXT: 'content',
  MISSING_REQUIRED: 'required',
  TOO_MANY: 'maxItems',
  OUT_OF_ORDER: 'content',
  EXTRA_ENVELOPE_CHILD: 'content',
  INVALID_VALUE: 'format',
  EMPTY_VALUE: 'type',
  LEXICAL: 'format',
  BASE64_STRING: 'format',
  UNEXPECTED_NIL: 'nullable',
  NIL_WITH_CONTENT: 'nil',
  UNKNOWN_XSI_TYPE: 'xsiType',
  DANGLING_REF: 'content',
  IDENTITY: 'identity',
};

/** The validation keyword of a deviation. */
export function keywordOf(code: string): Keyword {
  return KEYWORDS[code] ?? 'content';
}

/** TR-8: the error for deviations in strict mode. */
export function strictError(deviations: readonly Warning[]): DecodeError {
  return new DecodeError({
    code: 'STRICT',
    message: 'the response does not match the WSDL',
    details: deviations.map(({ code, path, message }) => ({
      path,
      keyword: keywordOf(code),
      message: `${code}: ${message}`,
    })),
  });
}
