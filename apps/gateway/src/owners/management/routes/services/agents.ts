import { arrayOf, BOOLEAN, enumOf, INTEGER, nullable, object, TEXT } from '../../../../domain/json-schema.js';
import { findService, SERVICES } from '../../routing/find-service.js';
import { type Route, route } from '../../routing/route.js';
import { findOperation } from './operations.js';

const preview = route({
  method: 'get',
  path: `${SERVICES}/:serviceId/agents`,
  access: 'owner',
  limit: 'pages',
  summary:
    'What AI agents see of a service, with the tokens that each operation costs a model, and the limits of model vendors that it exceeds',
  answer: object({
    url: TEXT,
    accountUrl: TEXT,
    listing: nullable(object({ lazy: BOOLEAN, tools: INTEGER, tokens: INTEGER })),
    operations: arrayOf(
      object({
        name: TEXT,
        access: enumOf(['no', 'read-only', 'yes']),
        reads: BOOLEAN,
        tokens: nullable(INTEGER),
        findings: arrayOf(
          object({
            limit: TEXT,
            vendor: TEXT,
            effect: enumOf(['rejects', 'strict', 'ignores']),
            message: TEXT,
            source: TEXT,
          }),
        ),
      }),
    ),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const { listing, operations } = await deps.live.previewTools(service);
    const accountUrl = `${deps.baseUrl}/mcp/v1/${service.accountId}`;
    return { body: { url: `${accountUrl}/${service.slug}`, accountUrl, listing, operations } };
  },
});

const tool = route({
  method: 'get',
  path: `${SERVICES}/:serviceId/agents/tools/:operation`,
  access: 'owner',
  limit: 'pages',
  summary: 'The text that a model reads about an operation, if the operation is offered',
  answer: object({ text: nullable(TEXT) }),
  async handle(call, deps) {
    const { service, name } = await findOperation(call, deps);
    return { body: { text: (await deps.live.previewTool(service, name)) ?? null } };
  },
});

export const agentRoutes: readonly Route[] = [preview, tool];
