import { Command } from 'commander';
import { addFormatOption } from '../options/formats.js';
import { readNames, readPort } from '../options/option-values.js';
import { addMessageBytes } from '../options/size-options.js';
import type { ReplayOptions } from '../recordings/replay.js';
import type { CommandContext } from '../terminal/command-context.js';

const EXAMPLES = `
Listens on 127.0.0.1 only. Recorded responses are served byte for byte to requests with the same content: prefixes, the order of attributes, white
space between elements and ignored members make no difference. Several responses to one request are served in order; the last one repeats.
A request that is not recorded gets a fault that names the nearest recording and where it differs.

Received calls are at /__calls as JSON; DELETE /__calls forgets them and starts again with the first responses.

Examples:
  soapstone replay fixtures/users
  soapstone replay fixtures/users --port 9000 --ignore input.requestId`;

/** `soapstone replay`: serves what `record` stored. */
export function replayCommand(context: CommandContext): Command {
  return addFormatOption(addMessageBytes(new Command('replay')), {
    text: 'the address, and a line for each call',
    json: 'lines: {url, wsdl, calls, operations}, and each call',
  })
    .description('Run a local SOAP server that answers with recorded responses.')
    .argument('<directory>', 'a folder created by soapstone record')
    .option('--ignore <members>', 'more members that are ignored when calls are compared', readNames)
    .option('--port <number>', 'the TCP port to listen on; 0 for a free one', readPort, 8092)
    .addHelpText('after', EXAMPLES)
    .action(async (directory: string, options: ReplayOptions) => {
      const { replay } = await import('../recordings/replay.js');
      await replay(directory, options, context);
    });
}
