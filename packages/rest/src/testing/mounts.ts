import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { RestApi } from '../create-rest-api.js';
import { toFastifyPlugin } from '../fastify.js';
import { toNodeHandler } from '../node.js';

/** An API served on the loopback address. */
export interface Mounted {
  /** The base address of the operations. */
  readonly address: string;
  close(): Promise<void>;
}

/** Every way to serve an API over HTTP, each in one line. */
export const MOUNTS: Readonly<Record<string, (api: RestApi) => Promise<Mounted>>> = {
  'node:http': (api) => listen(createServer(toNodeHandler(api)), ''),
  express: (api) => listen(createServer(express().use('/users', toNodeHandler(api))), '/users'),
  'express after express.json()': (api) =>
    listen(createServer(express().use(express.json()).use('/users', toNodeHandler(api))), '/users'),
  hono: (api) => listen(createServer(toNodeHandler(new Hono().mount('/users', api.fetch))), '/users'),
  fastify: async (api) => {
    const app = fastify().register(toFastifyPlugin(api), { prefix: '/:tenant/users' });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    return { address: `${origin}/a%2Fb/users`, close: async () => await app.close() };
  },
};

export async function listen(server: Server, prefix: string): Promise<Mounted> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
