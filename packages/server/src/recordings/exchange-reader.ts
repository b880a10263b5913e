import { type Contract, canonicalText, type Message, type ReadRequest } from './contract.js';
import { MemberRules } from './member-rules.js';
import { ALWAYS_REDACTED, REDACTED, replaceIn } from './redact.js';

/** A request and its response. */
export interface RecordedExchange {
  /** The name of its files: `GetUser.3f2a1c9b`. A later response to the same request ends with `-2`. */
  readonly name: string;
  readonly operation: string;
  readonly request: Message;
  readonly response: Message & { readonly status: number };
}

/** An exchange and its content. */
export interface ReadExchange extends RecordedExchange {
  readonly read: ReadRequest;
  /** Equal for requests with the same content. */
  readonly key: string;
}

/** Reads the exchanges of a service, independent of their storage: redacts secrets, and returns comparable values. */
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
   * Returns the message without secrets; undefined if it cannot tell where they are.
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

  /** Reads a request, and computes the key that all requests with the same content share. Throws `Refusal` if it is not an envelope. */
  async read(request: Message): Promise<{ readonly read: ReadRequest; readonly key: string }> {
    const read = await this.contract.readRequest(request);
    return { read, key: canonicalText({ operation: read.operation, ...this.compared(read.content) }) };
  }

  /** Returns the members of a message that count: all that are not ignored. */
  compared(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#ignore.without(content, []) as Record<string, unknown>;
  }

  /** Returns the members of a response that count, as text. */
  async replyText(
    { served }: ReadRequest,
    { status, ...message }: RecordedExchange['response'],
  ): Promise<string> {
    const { content } = await this.contract.readReply(served, status, message);
    return canonicalText(this.compared({ status, ...content }));
  }
}
