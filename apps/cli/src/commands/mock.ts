import { Argument, Command, InvalidArgumentError } from 'commander';
import { addSourceOptions, WSDL_ARGUMENT, WSDL_SERVER } from '../description/description-options.js';
import { usageError } from '../errors/errors.js';
import type { MockOptions } from '../mock/mock.js';
import { ACCESS_NAMES, addAccessOptions } from '../options/access-options.js';
import { excludeOptions } from '../options/excluding-options.js';
import { addFormatOption } from '../options/formats.js';
import { readCount, readNames, readPort } from '../options/option-values.js';
import { addMessageBytes, addRequestBytes } from '../options/size-options.js';
import type { ReplayOptions } from '../recordings/replay.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Listens on 127.0.0.1 only, unless --host says otherwise. Every operation responds with a valid example, unless a rule of --rules says otherwise; changes of that file take
effect at once. Requests that deviate from the schema get a fault that names each problem.

Rules are YAML: operations by name, each with a list of rules. The first one whose "when" matches the input is used:
  GetUser:
    - when: { userId: 5 }                       # these members, exactly; others do not matter
      fault: { reason: no such user, detail: { UserNotFound: { userId: "{{input.userId}}" } } }
    - when: { userId: { $pattern: "^9" } }      # also $absent: true, $length: 2
      merge: { name: "User {{input.userId}}" }  # the example with these members; result: replaces all of it
      delay: 500                                # milliseconds
    - sequence: [{ failure: reset }, { result: { name: Ada } }]   # first this, then that; failure: reset, truncated, slow, html

Received calls are at /__mock for people and at /__calls as JSON; DELETE /__calls forgets them and starts sequences again.

With --recordings, recorded responses are served byte for byte to requests with the same content: prefixes, the order of attributes, white
space between elements and ignored members make no difference. Several responses to one request are served in order; the last one repeats.
A request that is not recorded gets a fault that names the nearest recording and where it differs. Received calls are at /__calls.

Examples:
  soapstone mock users.wsdl
  soapstone mock users.wsdl --rules mocks.yaml --port 9000
  soapstone mock users.wsdl --latency 50-200 --error-rate 0.1 --seed 7
  soapstone mock users.wsdl --host 0.0.0.0 --allow-host mock-svc
  soapstone mock users.wsdl --tls-cert mock.pem --tls-key mock.key
  soapstone mock --recordings fixtures/users
  soapstone mock --recordings fixtures/users --port 9000 --ignore input.requestId`;

/** The options that a recording does not take, because it has its own WSDL and responses. */
const MOCKING = [
  'rules',
  'host',
  'tlsCert',
  'tlsKey',
  'admin',
  'service',
  'strict',
  'latency',
  'errorRate',
  'seed',
  'requestBytes',
];
/** The options for reading a WSDL. */
const READING = [...ACCESS_NAMES, 'root', 'allowHost', 'offline', 'documentBytes'];

/** `soapstone mock`: a SOAP server that answers with examples, by rules or with recorded responses. */
export function mockCommand(context: CommandContext): Command {
  const command = addAccessOptions(
    addRequestBytes(addSourceOptions(new Command('mock')), 'a request', '10MiB'),
    WSDL_SERVER,
  )
    .description(
      'Run a local SOAP server that answers the operations of this WSDL with examples, by rules or with recorded responses.',
    )
    .addArgument(new Argument('[wsdl]', WSDL_ARGUMENT))
    .option('--rules <file>', 'YAML file with rules')
    .option('--port <number>', 'the TCP port to listen on; 0 for a free one', readPort, 8090)
    .option('--host <address>', 'the address to listen on, such as 0.0.0.0; host names need --allow-host')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate chain (PEM); needs --tls-key')
    .option('--tls-key <file>', 'the private key of --tls-cert (PEM); SOAPSTONE_PASSPHRASE opens it')
    .option('--admin', 'with --host, serve /__calls and /__mock to everybody who can connect')
    .option('--service <name>', 'the service, if the WSDL has several')
    .option('--no-strict', 'accept requests that deviate from the schema')
    .option(
      '--latency <ms>',
      'delay of every response in milliseconds: 100, or 50-200 for a random one',
      readRange,
    )
    .option(
      '--error-rate <share>',
      'the share of calls that fail with a Server fault, from 0 to 1',
      readShare,
    )
    .option('--seed <number>', 'seed of the random numbers, so that a run can be repeated', readCount, 1)
    .optionsGroup('Options for recordings:')
    .option('--recordings <directory>', 'answer with the responses in a folder of soapstone record')
    .option('--ignore <members>', 'more members that are ignored when calls are compared', readNames);
  addMessageBytes(command).optionsGroup('Options:');
  excludeOptions(command, 'recordings', [...MOCKING, ...READING]);
  return addFormatOption(command, {
    text: 'addresses, and a command that calls the server; with --recordings, a line for each call',
    json: 'one line: {url, wsdl, calls, operations}; with --recordings, one for each call, too',
  })
    .addHelpText('after', EXAMPLES)
    .action(async (wsdl: string | undefined, options: MockOptions & ReplayOptions & Recordings) => {
      const { recordings, ignore, messageBytes } = options;
      if (recordings !== undefined) {
        if (wsdl !== undefined)
          throw usageError('a recording has its own WSDL: name a WSDL or --recordings, not both');
        const { replay } = await import('../recordings/replay.js');
        return await replay(recordings, options, context);
      }
      if (wsdl === undefined) throw usageError("missing required argument 'wsdl'; or --recordings");
      if (ignore !== undefined) throw usageError('--ignore needs --recordings');
      if (messageBytes !== undefined)
        throw usageError('--message-bytes needs --recordings: --request-bytes limits a request');
      const { mock } = await import('../mock/mock.js');
      await mock(wsdl, options, context);
    });
}

interface Recordings {
  readonly recordings?: string;
}

function readRange(text: string): readonly [number, number] {
  const [, from, to] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const range = [Number(from), Number(to ?? from)] as const;
  if (from === undefined || range[0] > range[1]) {
    throw new InvalidArgumentError('expected milliseconds such as 100 or 50-200.');
  }
  return range;
}

function readShare(text: string): number {
  const share = Number(text);
  if (!(share >= 0 && share <= 1) || text.trim() === '')
    throw new InvalidArgumentError('expected a number from 0 to 1.');
  return share;
}
