import { clarkName, type SignedElement } from '@soapstone/soap-model';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type { ElementMember, ObjectShape, PolymorphicShape } from '../../shape/shape.js';
import { DesignError, type DesignProblem } from '../design-error.js';
import type { DocumentLine, ParsedOperation } from '../shaping/shaping-line.js';
import type { SignLine } from './parse-sign.js';
import { type SignedNames, SignProblem, signedNames } from './signed-names.js';
import { signedShape } from './signed-shape.js';

/** A line inside a document that is a text. */
interface LineInText {
  readonly line: SignLine;
  /** The names from the child of the Body to the text. */
  readonly outer: readonly string[];
  /** The elements as the schema has them: paths have the keys without the design. */
  readonly elements: Pick<OperationShape, 'globalElement'>;
}

const NOTHING_BELOW: Pick<SignLine, 'into' | 'reference'> = { into: [] };

/** Takes the signatures out of requests that a design wants signed (XM-15), and says where they go. */
export class SignDesigner {
  readonly #operations: ReadonlyMap<string, ParsedOperation>;
  readonly #problems = new Map<SignLine, DesignProblem>();
  readonly #used = new Set<SignLine>();
  /** The lines inside a document that is a text, and the path to the text. */
  readonly #inTexts = new Map<DocumentLine, LineInText[]>();
  readonly #signed = new Map<SignLine, SignedElement>();
  #collecting = false;

  constructor(operations: readonly ParsedOperation[]) {
    this.#operations = new Map(
      operations.filter(({ sign }) => sign.length > 0).map((each) => [each.name, each]),
    );
  }

  /** The lines that fit so far. */
  get used(): readonly SignLine[] {
    return [...this.#used];
  }

  get problems(): readonly DesignProblem[] {
    return [...this.#problems.values()];
  }

  /** The operation without the signatures that are put in before it is sent. Throws `DesignError` if a line does not fit. */
  design(operation: string, shape: OperationShape): OperationShape {
    const lines = this.#operations.get(operation);
    if (lines === undefined) return shape;
    let { input } = shape;
    for (const line of lines.sign) input = this.#signedMessage({ ...shape, input }, line, lines);
    this.#throwProblems();
    return { ...shape, input };
  }

  /** Adds where signatures go, once the documents in texts have been designed. */
  complete(operation: string, shape: OperationShape): OperationShape {
    const lines = this.#operations.get(operation);
    if (lines === undefined) return shape;
    this.#throwProblems();
    const signed = lines.sign.flatMap((line) => this.#signed.get(line) ?? []);
    return signed.length === 0 ? shape : { ...shape, signed };
  }

  /** The root of a document in a text, without the signatures that are put in. */
  readonly inText = (content: ElementMember, document: DocumentLine): ElementMember | undefined => {
    const lines = this.#inTexts.get(document);
    if (lines === undefined) return undefined;
    let member = content;
    for (const { line, outer, elements } of lines) {
      this.#trying(line, () => {
        const isAny = document.element === '*';
        const keys = line.keys.slice(document.keys.length);
        const declared = isAny ? content : (elements.globalElement(content.name, 'literal') ?? content);
        const names = signedNames(declared.shape, keys, line);
        const inner = isAny ? names.path : [content.name, ...names.path];
        if (inner.length === 0) throw new SignProblem('name an element of the document: $any/{urn:x}invoice');
        const { shape, before } = signedShape(member.shape, names);
        member = { ...member, shape };
        this.#note(line, [...outer, ...inner.map(clarkName)], names, before, {
          at: outer.length - 1,
          as: document.as,
        });
      });
    }
    return member;
  };

  /** Runs the check of a design: problems are collected in the meantime. */
  collect<T>(work: () => T): T {
    this.#collecting = true;
    try {
      return work();
    } finally {
      this.#collecting = false;
    }
  }

  #throwProblems(): void {
    if (!this.#collecting && this.#problems.size > 0) throw new DesignError(this.problems);
  }

  #signedMessage(operation: OperationShape, line: SignLine, lines: ParsedOperation): MessageShape {
    const { input: message } = operation;
    let signed = message;
    this.#trying(line, () => {
      if (message.encoded) throw new SignProblem('the message is rpc/encoded');
      if (message.kind === 'value') throw new SignProblem('the Body has no elements with a name');
      const start = message.kind === 'element' && message.name !== undefined ? [clarkName(message.name)] : [];
      const document = lines.input.find(
        (each): each is DocumentLine =>
          each.kind === 'document' && each.keys.every((key, index) => line.keys[index] === key),
      );
      if (document !== undefined) {
        const { path } = signedNames(message.root, document.keys, NOTHING_BELOW);
        const known = this.#inTexts.get(document) ?? [];
        if (!known.some((each) => each.line === line))
          known.push({ line, outer: [...start, ...path.map(clarkName)], elements: operation });
        this.#inTexts.set(document, known);
        return;
      }
      const names = signedNames(message.root, line.keys, line);
      if (start.length + names.path.length === 0)
        throw new SignProblem('the Body has several elements: name one of them');
      const { shape, before } = signedShape<ObjectShape | PolymorphicShape>(message.root, names);
      this.#note(line, [...start, ...names.path.map(clarkName)], names, before);
      signed = { ...message, root: shape };
    });
    return signed;
  }

  #note(
    line: SignLine,
    path: readonly string[],
    { into, reference }: SignedNames,
    before: readonly string[],
    text?: SignedElement['text'],
  ): void {
    this.#used.add(line);
    this.#signed.set(line, {
      path,
      ...(text && { text }),
      ...(reference && {
        reference: {
          path: reference.path.map(clarkName),
          attribute: clarkName(reference.attribute),
        },
      }),
      into: into.map(clarkName),
      before,
      canonical: line.canonical,
      scope: line.scope,
    });
  }

  #trying(line: SignLine, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof SignProblem)) throw error;
      const { message, nearest } = error;
      const problem = { at: line.at, message: `cannot be signed: ${message}` };
      this.#problems.set(line, nearest === undefined ? problem : { ...problem, nearest });
    }
  }
}
