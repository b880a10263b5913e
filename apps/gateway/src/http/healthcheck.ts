/**
 * The health check of a container: exits with 0 if the gateway on this machine is ready. It reads the same variables as the gateway. It
 * does not verify the certificate, because only the gateway itself listens here.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const { HTTPS_PORT: port = '8443', TRUST_PROXY: hops = '0' } = process.env;
const options = { host: '127.0.0.1', port: Number(port), path: '/readyz', timeout: 2_000 };
const request =
  Number(hops) > 0
    ? requestHttp({ ...options, headers: { 'X-Forwarded-Proto': 'https' } })
    : requestHttps({ ...options, rejectUnauthorized: false });
request.on('response', (response) => {
  response.resume();
  process.exitCode = response.statusCode === 200 ? 0 : 1;
});
request.on('timeout', () => request.destroy(new Error('no answer in time')));
request.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
request.end();
