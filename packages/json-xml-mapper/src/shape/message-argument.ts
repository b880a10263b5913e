import { type Check, kindOf, wrong } from '@soapstone/options';
import type { MessageShape } from './operation-shape.js';

/** Accepts the Shape of a message, judged by its outline. */
export const messageArgument: Check = (value) => {
  const { root, attachments } = (value ?? {}) as Partial<MessageShape>;
  return root?.kind === undefined || !Array.isArray(attachments)
    ? wrong(`expected the Shape of a message, not ${kindOf(value)}`)
    : [];
};
