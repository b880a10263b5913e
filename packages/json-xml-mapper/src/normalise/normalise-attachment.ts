import type { JsonObject } from '../api/values.js';
import { isInputObject, memberOf } from '../explain/json-input.js';
import { DEFAULT_CONTENT_TYPE } from '../explain/uncommon/attachment.js';
import { newObject } from './context.js';

/** An Attachment with its content type filled in, as the receiver of the part sees it. */
export function normaliseAttachment(value: unknown, defaultType: string = DEFAULT_CONTENT_TYPE): JsonObject {
  const source = isInputObject(value) ? value : {};
  const contentType = memberOf(source, 'contentType');
  const filename = memberOf(source, 'filename');
  return newObject(
    {
      contentType: typeof contentType === 'string' ? contentType : defaultType,
      data: String(memberOf(source, 'data')),
    },
    typeof filename === 'string' ? { filename } : undefined,
  );
}
