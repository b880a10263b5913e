/**
 * The program of `npm start`: the example SOAP service behind node-soap's server, the gateway in front of it on HTTPS, an account
 * with a user and an API key, and commands to paste. `--once` runs the commands itself, checks the responses and stops.
 *
 * Environment: HTTPS_PORT, HTTP_PORT, SOAP_PORT, DATA_DIR, LOG_LEVEL, and every other setting of the gateway. EGRESS_ALLOW
 * is added to the address of the example service.
 */
import { fileURLToPath } from 'node:url';
import { certificateFiles, readConfig, startGateway } from '@soapstone/gateway';
import { CALLS, curlLine, openApiLine } from './calls.mjs';
import { checkPrintedLines } from './check.mjs';
import { choosePort } from './ports.mjs';
import { ACCOUNT_ID, SLUG, seed } from './seed.mjs';
import { startSoapServer } from './soap-server.mjs';

/** @import { Shown } from './calls.mjs' */

const once = process.argv.includes('--once');
const say = (text = '') => console.log(text);

async function main() {
  const httpsPort = await choosePort('HTTPS_PORT', 8443, say);
  const httpPort = process.env.HTTP_PORT === 'off' ? 'off' : await choosePort('HTTP_PORT', 8080, say);
  const soapPort = await choosePort('SOAP_PORT', 8088, say);
  const config = readConfig({
    LOG_LEVEL: 'warn',
    DATA_DIR: fileURLToPath(new URL('../../data/demo', import.meta.url)),
    ...process.env,
    HTTPS_PORT: String(httpsPort),
    HTTP_PORT: String(httpPort),
    EGRESS_ALLOW: [`127.0.0.1:${soapPort}`, process.env.EGRESS_ALLOW].filter(Boolean).join(','),
  });

  const soapServer = await startSoapServer(soapPort);
  const gateway = await startGateway(config).catch(async (error) => {
    await soapServer.stop();
    throw error;
  });
  let stopping;
  const stop = () => {
    stopping ??= Promise.all([gateway.close(), soapServer.stop()]);
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      say('\nStopping…');
      stop().catch(fail);
    });
  }

  try {
    const { service, reused, ...account } = await seed(gateway, soapServer);
    const { baseUrl, tls, dataDir } = config;
    const certFile = tls.kind === 'selfSigned' ? certificateFiles(dataDir).certFile : undefined;
    const shown = { baseUrl, accountId: ACCOUNT_ID, slug: SLUG, serviceId: service.id, certFile, ...account };
    print(shown, { soapServer, httpPort, reused });
    if (!once) return;
    await checkPrintedLines(shown);
    say('Every command above was run in a shell and gave the promised response.');
    await stop();
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {Shown} shown
 * @param {{ soapServer: { wsdlAddress: string }, httpPort: number | 'off', reused: boolean }} example
 */
function print(shown, { soapServer, httpPort, reused }) {
  const { baseUrl, accountId, serviceId, certFile, key, email, password } = shown;
  say();
  say(`  Dashboard      ${baseUrl}/`);
  say(`  Email          ${email}`);
  say(`  Password       ${password}   (the same on every start)`);
  if (certFile !== undefined) {
    say();
    say(
      '  Your browser will warn about the certificate, because the gateway created it itself. For this local',
    );
    say('  demo you can proceed (“Advanced”, then “Proceed to localhost”).');
  }
  say();
  say(`  SOAP service   ${soapServer.wsdlAddress}   (node-soap)`);
  const redirect = httpPort === 'off' ? '' : `   (http://localhost:${httpPort} redirects to it)`;
  say(`  Gateway        ${baseUrl}${redirect}`);
  say(`  Account ID     ${accountId}   (Pro plan${reused ? ', kept from the last start' : ''})`);
  say(`  API key        ${key}   (new on every start; the previous key stops working)`);
  say(`  OpenAPI        ${baseUrl}/api/services/${serviceId}/openapi`);
  for (const call of CALLS) {
    say(`\n# ${call.title}`);
    say(curlLine(call, shown));
  }
  say('\n# Download the OpenAPI document');
  say(openApiLine(shown));
  say('\nTo use your own SOAP service on a private network, start with its address allowed, for example:');
  say('  EGRESS_ALLOW=192.168.1.10,soap.intranet.example npm start');
  say();
  if (!once) say('Press Ctrl-C to stop.');
}

/** @param {unknown} error */
function fail(error) {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  process.exitCode = 1;
}

main().catch(fail);
