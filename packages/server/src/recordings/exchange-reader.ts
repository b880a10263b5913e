import { type Contract, canonicalText, type Message, type ReadRequest } from './contract.js';
import { MemberRules } from './member-rules.js';
import { ALWAYS_REDACTED, REDACTED, replaceIn } from './redact.js';

/** A request and its response. */
export interface Exchange {
  /** The name of its files: `GetUser.3f2a1c9b`. A later response to the same request ends with `-2`. */
  readonly name: string;
  readonly operation: string;
  readonly request: Message;
  readonly response: Message & { readonly status: number };
}

/** An exchange, and what it says. */
export interface ReadExchange extends Exchange {
  readonly read: ReadRequest;
  /** Equal for requests that say the same. */
  readonly key: string;
}

/** Reads the exchanges of a service, wherever they are stored: without secrets, and as values that can be compared. */
export class ExchangeReader {
  readonly contract: Contract;
  readonly #redact: MemberRules;
  readonly #ignore: MemberRules;

  /** @param redactNames matches the names of further members to redact */
  constructor(
    contract: Contract,
    {
      redact,
      ignore,
      redactNames,
    }: {
      readonly redact: readonly string[];
      readonly ignore: readonly string[];
      readonly redactNames?: RegExp | undefined;
    },
  ) {
    this.contract = contract;
    this.#redact = new MemberRules([...ALWAYS_REDACTED, ...redact], redactNames);
    this.#ignore = new MemberRules([...ALWAYS_REDACTED, ...ignore]);
  }

  /**
   * The same message without secrets; undefined if their places are unknown.
   *
   * @param names receives the names of the redacted members
   */
  async redacted(
    message: Message,
    root: 'input' | 'result',
    names?: Set<string>,
  ): Promise<Message | undefined> {
    return await replaceIn(message, this.#redact, root, (name) => {
      names?.add(name);
      return REDACTED;
    });
  }

  /** Reads a request, and finds what is equal for all that say the same. Throws `Refusal` for what is not an envelope. */
  async read(request: Message): Promise<{ readonly read: ReadRequest; readonly key: string }> {
    const read = await this.contract.readRequest(request);
    return { read, key: canonicalText({ operation: read.operation, ...this.compared(read.content) }) };
  }

  /** The members of a message that count: all that are not ignored. */
  compared(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#ignore.without(content, []) as Record<string, unknown>;
  }

  /** The members of a response that count, as text. */
  async replyText({ served }: ReadRequest, { status, ...message }: Exchange['response']): Promise<string> {
    const { content } = await this.contract.readReply(served, status, message);
    return canonicalText(this.compared({ status, ...content }));
  }
}
