/**
 * The health check of a container: exits with 0 if the gateway on this machine is ready. It reads the same variables as the gateway. It
 * does not verify the certificate, because only the gateway itself listens here.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const { HTTPS_PORT: port = '8443', TRUST_PROXY: hops = '0', PROXY_PROTOCOL: proxyProtocol } = process.env;

/** In milliseconds; without an agent, a timeout of the request has no effect. */
const TIMEOUT = 2_000;

function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const socket = connect(Number(port), '127.0.0.1').on('error', fail);
// A connection of the proxy itself.
if (proxyProtocol === 'required') socket.write('PROXY UNKNOWN\r\n');
// Without an agent, which would create the connection itself.
const options = { host: '127.0.0.1', path: '/readyz' };
const request =
  Number(hops) > 0
    ? requestHttp({ ...options, headers: { 'X-Forwarded-Proto': 'https' }, createConnection: () => socket })
    : requestHttps({
        ...options,
        createConnection: () => connectTls({ socket, rejectUnauthorized: false }),
      });
request.on('response', (response) => process.exit(response.statusCode === 200 ? 0 : 1));
request.on('error', fail);
request.end();
setTimeout(() => fail(new Error('no answer in time')), TIMEOUT);
