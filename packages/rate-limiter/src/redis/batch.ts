import { platform } from './platform.js';

/** A command that waits to be sent with others, and the callbacks of its caller. */
interface Item<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that asks one question and answers it: those of one turn of the event loop are sent together, at most `most` at
 * once, because a round trip costs more than what it asks. `send` returns an answer for each question, in their order; if it rejects,
 * all of them are rejected with its error.
 *
 * @example
 * ```ts
 * const square = askTogether(async (numbers: readonly number[]) => numbers.map((number) => number ** 2), 32);
 * await Promise.all([square(2), square(3)]); // [4, 9], sent once
 * ```
 */
export function askTogether<Question, Answer>(
  send: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  let waiting: Item<Question, Answer>[] = [];

  function flush(): void {
    const items = waiting;
    if (items.length === 0) return;
    waiting = [];
    send(items.map(({ question }) => question)).then(
      (answers) => {
        for (let index = 0; index < items.length; index += 1) items[index]!.resolve(answers[index]!);
      },
      (error: unknown) => {
        for (const { reject } of items) reject(error);
      },
    );
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === most) flush();
      // After the loop has read from its sockets: what they brought is one batch.
      else if (waiting.length === 1) platform.setImmediate(flush);
    });
}
