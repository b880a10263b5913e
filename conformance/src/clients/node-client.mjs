// Calls operations through node-soap or strong-soap: `node node-client.mjs soap|strong-soap`. Reads {address, calls: [{name, service, port, input}]}
// from standard input, and prints a line of JSON for each call: {name, leaves} with the values that the client has read, or {name, problem}.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const [library] = process.argv.slice(2);
const isStrong = library === 'strong-soap';
const require = createRequire(import.meta.url);
const { createClient } = isStrong ? require(library).soap : require(library);
const { address, calls } = JSON.parse(await text(process.stdin));
const ATTRIBUTES = isStrong ? '$attributes' : 'attributes';

/** JSON of the mapping as the arguments of the library: attributes are in their own member. */
function toArguments(value) {
  if (Array.isArray(value)) return value.map(toArguments);
  if (typeof value !== 'object') return value;
  if (value === null) return { [ATTRIBUTES]: isStrong ? { 'xsi:nil': true } : { 'xsi:nil': 'true' } };
  const members = {};
  const attributes = {};
  for (const [key, each] of Object.entries(value)) {
    if (key.startsWith('@')) attributes[key.slice(1)] = each;
    else members[key] = key === '$value' ? each : toArguments(each);
  }
  return Object.keys(attributes).length === 0 ? members : { [ATTRIBUTES]: attributes, ...members };
}

function leaves(name, value, found = []) {
  if (Array.isArray(value)) for (const each of value) leaves(name, each, found);
  else if (value instanceof Date) found.push([name, value.toISOString()]);
  else if (Buffer.isBuffer(value)) found.push([name, value.toString('base64')]);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (/^\$?xsi|^xmlns|^(.*:)?(encodingStyle|arrayType|root)$/.test(key)) continue;
      leaves(key === ATTRIBUTES || key === '$value' ? '' : key.replace(/^.*:/, ''), each, found);
    }
  } else if (value !== null && value !== undefined) found.push([name, String(value)]);
  return found;
}

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
function problemOf(error) {
  const response = error?.response?.data ?? error?.body;
  const problems = Array.from(
    String(response).matchAll(/<p:problem path="([^"]*)"[^>]*>([^<]*)/g),
    ([, at, what]) => `${at}: ${what}`,
  );
  return [String(error?.message ?? error).slice(0, 300), ...problems].join(' | ');
}

const forceSoap12Headers = calls.some(({ version }) => version === '1.2');

createClient(
  `${address}?wsdl`,
  { WSDL_CACHE: {}, disableCache: true, forceSoap12Headers },
  async (error, client) => {
    if (error) {
      say({ problem: `WSDL: ${problemOf(error)}` });
      process.exit();
    }
    for (const { name, service, port, input } of calls) {
      await /** @type {Promise<void>} */ (
        new Promise((done) => {
          const finish = (line) => {
            say({ name, ...line });
            done();
          };
          try {
            const method = client[service]?.[port]?.[name];
            if (method === undefined) return finish({ problem: 'WSDL: the client has no such operation' });
            method.call(client, toArguments(input), (failed, result) => {
              if (failed) finish({ problem: problemOf(failed) });
              else finish({ leaves: leaves('', result ?? null) });
            });
          } catch (thrown) {
            finish({ problem: problemOf(thrown) });
          }
        })
      );
    }
    process.exit();
  },
);
