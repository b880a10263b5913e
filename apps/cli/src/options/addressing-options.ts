import type { WhenSent } from '@soapstone/soap-call';
import type { Addressing, AddressingBlock } from '@soapstone/ws-security';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** The WS-Addressing options of a command. */
export interface AddressingOptions {
  readonly addressing: WhenSent;
  readonly addressingVersion?: '1.0' | '2004/08';
  readonly wsaAction?: string;
  readonly wsaTo?: string;
  readonly wsaFrom?: string;
  readonly wsaReplyTo?: string;
  readonly wsaFaultTo?: string;
  readonly wsaMustUnderstand?: readonly AddressingBlock[];
}

/** The WS-Addressing properties that a user chose. */
export type ChosenAddressing = Partial<Omit<Addressing, 'messageId'>>;

const BLOCKS: readonly AddressingBlock[] = ['Action', 'To', 'MessageID', 'From', 'ReplyTo', 'FaultTo'];

/** Adds the options for WS-Addressing headers. */
export function addAddressingOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--addressing <mode>',
        'when to send WS-Addressing headers; auto: if the WSDL requires them or one of the next options is given',
      )
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .addOption(
      new Option('--addressing-version <version>', 'the version of WS-Addressing (default: 1.0)').choices([
        '1.0',
        '2004/08',
      ]),
    )
    .option(
      '--wsa-action <uri>',
      'wsa:Action, and SOAPAction if the WSDL has one (default: the action of the operation)',
    )
    .option('--wsa-to <uri>', 'wsa:To (default: the address that is called)')
    .option('--wsa-from <uri>', 'the address of wsa:From (default: no such block)')
    .option('--wsa-reply-to <uri>', 'the address of wsa:ReplyTo (default: anonymous)')
    .option('--wsa-fault-to <uri>', 'the address of wsa:FaultTo (default: no such block)')
    .option(
      '--wsa-must-understand <blocks>',
      'the blocks with mustUnderstand, with commas between them: To,Action (default: none)',
      readBlocks,
    );
}

/** Returns the properties that the options name; undefined if they name none. */
export function addressingPropertiesOf(options: AddressingOptions): ChosenAddressing | undefined {
  const chosen = {
    version: options.addressingVersion,
    action: options.wsaAction,
    to: options.wsaTo,
    from: options.wsaFrom,
    replyTo: options.wsaReplyTo,
    faultTo: options.wsaFaultTo,
    mustUnderstand: options.wsaMustUnderstand,
  };
  const given: [string, unknown][] = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function readBlocks(text: string): readonly AddressingBlock[] {
  return text.split(',').map((word) => {
    const found = BLOCKS.find((block) => block === word.trim());
    if (found === undefined)
      throw new InvalidArgumentError(`expected ${BLOCKS.join(', ')}, with commas between them.`);
    return found;
  });
}
