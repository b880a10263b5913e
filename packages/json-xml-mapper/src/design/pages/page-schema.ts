import { DESIGN_LIMITS } from '../limits.js';

const path = { type: ['string', 'null'], pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength };
const described = (description: string) => ({ description, ...path });
const given = { not: { type: 'null' } };

/** Requests move on in one of these ways. */
const mover = (name: string, ...beside: readonly string[]) => ({
  required: [name, ...beside],
  properties: Object.fromEntries([name, ...beside].map((each) => [each, given])),
});

/** The JSON Schema of `page` of an operation. */
export const PAGE_SCHEMA: object = {
  description: 'How the result is divided into pages. Paths have the keys without the design.',
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: {
    items: { ...described('The list in the result: Users/User.'), type: 'string' },
    size: described('The member of the input that says how many items a page has.'),
    start: described('The member of the input with the index of the first item of a page.'),
    number: described('The member of the input with the number of a page.'),
    from: {
      description: 'The index of the first item, or the number of the first page.',
      enum: [0, 1, null],
    },
    after: described('The member of the input that takes the value of next.'),
    next: described('The member of the result that says where the next page begins.'),
    more: described('The member of the result that is true if there are more pages.'),
    done: described('The member of the result that is true if there are no more pages.'),
    total: described('The member of the result with the number of all items.'),
    pages: described('The member of the result with the number of all pages.'),
    keep: {
      description: 'Members of the input that later requests send with a value of the first result.',
      type: ['object', 'null'],
      minProperties: 1,
      maxProperties: DESIGN_LIMITS.pageKeeps,
      propertyNames: { pattern: '^[^/]+(/[^/]+)*$', maxLength: DESIGN_LIMITS.textLength },
      additionalProperties: { ...path, type: 'string' },
    },
    continue: {
      description: 'The operation that returns the later pages, if it is another one.',
      type: ['string', 'null'],
      minLength: 1,
      maxLength: DESIGN_LIMITS.textLength,
    },
    most: {
      description: `The number of pages that a request for all items reads. Default: ${DESIGN_LIMITS.pages}.`,
      type: ['integer', 'null'],
      minimum: 1,
      maximum: DESIGN_LIMITS.mostPages,
    },
  },
  oneOf: [mover('start', 'from'), mover('number', 'from'), mover('after', 'next')],
};
