/**
 * What `npm start` runs: the example SOAP service behind node-soap's server, the gateway in front of it on HTTPS, an account
 * with a key, and lines to paste. `--once` pastes them itself, checks the answers and stops.
 *
 * Environment: HTTPS_PORT, HTTP_PORT, SOAP_PORT, DATA_DIR, LOG_LEVEL, and whatever else the gateway reads.
 */
import { fileURLToPath } from 'node:url';
import { certificateFiles, readConfig, startGateway } from '@soapstone/gateway';
import { CALLS, curlLine, openApiLine } from './calls.mjs';
import { checkPrintedLines } from './check.mjs';
import { choosePort } from './ports.mjs';
import { ACCOUNT_ID, SLUG, seed } from './seed.mjs';
import { startSoapServer } from './soap-server.mjs';

const once = process.argv.includes('--once');
const say = (text = '') => console.log(text);

async function main() {
  const httpsPort = await choosePort('HTTPS_PORT', 8443, say);
  const httpPort = await choosePort('HTTP_PORT', 8080, say);
  const soapPort = await choosePort('SOAP_PORT', 8088, say);
  const config = readConfig({
    LOG_LEVEL: 'warn',
    // The first start registers while this process is still warming up.
    OVERLOAD_LAG_MS: '10000',
    DATA_DIR: fileURLToPath(new URL('../../data/demo', import.meta.url)),
    ...process.env,
    HTTPS_PORT: String(httpsPort),
    HTTP_PORT: String(httpPort),
    // The one private address that the gateway may call: the example itself.
    EGRESS_ALLOW: `127.0.0.1:${soapPort}`,
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
      say('\nStopping.');
      stop().catch(fail);
    });
  }

  try {
    const { key, service, reused } = await seed(gateway, soapServer);
    const { certFile } = certificateFiles(config.dataDir);
    const { baseUrl } = config;
    const shown = { baseUrl, accountId: ACCOUNT_ID, slug: SLUG, serviceId: service.id, key, certFile };
    print(shown, { soapServer, httpPort, reused });
    if (!once) return;
    await checkPrintedLines(shown);
    say('Every line above was pasted into a shell and gave the promised answer.');
    await stop();
  } catch (error) {
    await stop();
    throw error;
  }
}

function print(shown, { soapServer, httpPort, reused }) {
  say();
  say(`  SOAP service   ${soapServer.wsdlAddress}   (node-soap)`);
  say(`  gateway        ${shown.baseUrl}   (http://localhost:${httpPort} redirects to it)`);
  say(
    `  dashboard      ${shown.baseUrl}/   (make an account there, and register the address of the SOAP service)`,
  );
  say(`  account id     ${shown.accountId}${reused ? '   (from the last start)' : ''}`);
  say(`  API key        ${shown.key}   (shown once${reused ? '; the last one is revoked' : ''})`);
  say(`  OpenAPI        ${shown.baseUrl}/api/services/${shown.serviceId}/openapi`);
  for (const call of CALLS) {
    say(`\n# ${call.title}`);
    say(curlLine(call, shown));
  }
  say('\n# The interface description');
  say(openApiLine(shown));
  say();
  if (!once) say('Ctrl-C stops everything.');
}

function fail(error) {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  process.exitCode = 1;
}

main().catch(fail);
