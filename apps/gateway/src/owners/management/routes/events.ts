import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { arrayOf, INTEGER, object } from '../../../domain/json-schema.js';
import { badRequest } from '../../../errors/errors.js';
import { EVENT } from '../answers/events.js';
import { SENT_INSTANT } from '../inputs/service-schema.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, showPage } from '../routing/paging.js';
import { ownerOf, type Route, route } from '../routing/route.js';
import { showEvent } from '../views/show-event.js';

const EVENT_ID = Type.String({ pattern: '^evt_[\\w-]{1,60}$' });

const list = route({
  method: 'get',
  path: '/api/manage/events',
  access: 'owner',
  summary:
    'What happened to the account, newest first, page by page: quotas, keys, revisions, services that fail, changes by administrators. Kept for 90 days',
  query: { ...PLACE_QUERY, unread: Type.Boolean(), important: Type.Boolean() },
  answer: object({ events: arrayOf(EVENT), ...PAGE_MEMBERS }),
  async handle(call, { store }) {
    const { unread, important, ...query } = call.query;
    const page = await store.events.list(ownerOf(call).account.id, {
      ...readPage(query),
      ...defined({ unread, important }),
    });
    return { body: { ...showPage(page), events: page.items.map(showEvent) } };
  },
});

const markRead = route({
  method: 'put',
  path: '/api/manage/events/read',
  access: 'owner',
  summary: 'Mark events as read: those with these ids, or all until a time',
  body: object({}, { ids: Type.Array(EVENT_ID, { minItems: 1, maxItems: 200 }), until: SENT_INSTANT }),
  answer: object({ marked: INTEGER }),
  async handle(call, { store, now }) {
    const { ids, until } = call.body;
    if ((ids === undefined) === (until === undefined))
      throw badRequest('SCHEMA_VIOLATION', 'Send either `ids` or `until`');
    const which = ids === undefined ? { until: Date.parse(until!) } : { ids };
    return { body: { marked: await store.events.markRead(ownerOf(call).account.id, which, now()) } };
  },
});

export const eventRoutes: readonly Route[] = [list, markRead];
