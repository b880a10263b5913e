import {
  ANY,
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  OPEN_OBJECT,
  object,
  SOME_TEXT,
  TEXT,
} from '../../../domain/json-schema.js';

/** One problem of a request. */
export const VALIDATION_ERROR = component(
  'ValidationError',
  object({ path: TEXT, keyword: TEXT, message: TEXT }, { expected: ANY, parameter: SOME_TEXT }),
);

/** An error body. */
export const ERROR = component(
  'Error',
  object({
    error: object(
      { type: TEXT, message: TEXT, code: TEXT, requestId: TEXT },
      { details: arrayOf(VALIDATION_ERROR), truncated: BOOLEAN },
    ),
  }),
);

/** The error of a change with If-Match whose resource has another state by now. */
export const CHANGED_MEANWHILE = component(
  'ChangedMeanwhile',
  object({
    error: object(
      { type: TEXT, message: TEXT, code: enumOf(['CHANGED_MEANWHILE']), requestId: TEXT },
      { current: OPEN_OBJECT },
    ),
  }),
);
