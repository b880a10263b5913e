/** Serves the SOAP service as a JSON API in Express, with a limit for each address. */
import { createMemoryLimiter } from '@soapstone/rate-limiter';
import { rateLimit } from '@soapstone/rate-limiter/middleware';
import { createRestApi } from '@soapstone/rest';
import { toNodeHandler } from '@soapstone/rest/node';
import express from 'express';

const [, , wsdl = 'http://127.0.0.1:8088/?wsdl', port = '3000'] = process.argv;
const api = await createRestApi(wsdl, {
  defaultPolicy: 'GET + POST',
  faultStatuses: { UserNotFound: 404 },
  title: 'Users',
});
const limiter = createMemoryLimiter();

express()
  .use(rateLimit<express.Request>({ limiter, limits: { perMinute: 100 }, account: ({ ip }) => ip }))
  .use('/users', toNodeHandler(api))
  .listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/users/openapi.json`));
