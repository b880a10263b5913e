/**
 * Mounts an API in Fastify.
 *
 * @packageDocumentation
 */

import type { FastifyPluginCallback } from 'fastify';
import type { RestApi } from './create-rest-api.js';
import { readRequest, UNUSABLE } from './fetch-request.js';
import { assertHandler } from './options.js';

/**
 * Creates a Fastify plugin. The API reads bodies itself, within its own limit; Fastify hooks see requests and responses.
 *
 * @throws {OptionError} for an object without `fetch`, such as a promise of an API
 *
 * @example
 * ```ts
 * fastify().register(toFastifyPlugin(api), { prefix: '/users' });
 * ```
 */
export function toFastifyPlugin(api: Pick<RestApi, 'fetch'>): FastifyPluginCallback {
  assertHandler(api, 'toFastifyPlugin');
  return (app, _options, done) => {
    // This affects only the routes of this plugin, because Fastify encapsulates plugins.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
    const depth = app.prefix.split('/').length - 1;
    app.all('/*', async (request, reply) => {
      const whole = readRequest(request.raw, reply.raw);
      if (whole === undefined) return await reply.code(400).type('text/plain').send(UNUSABLE);
      const url = new URL(whole.url);
      // Remove the prefix by its number of segments, because its parameters can have any value.
      url.pathname = `/${url.pathname
        .split('/')
        .slice(depth + 1)
        .join('/')}`;
      return await reply.send(await api.fetch(new Request(url, whole)));
    });
    done();
  };
}
