import type { Diagnostic } from '@soapstone/soap-model';
import type { ParseLimits } from '../limits.js';
import type { XmlElement } from '../xml/element.js';
import type { EntityTable } from '../xml/entities.js';

/** The input of an engine: text without XML declaration and DOCTYPE, and the entities that the DOCTYPE declared. */
export interface EngineInput {
  readonly text: string;
  readonly file: string;
  readonly entities: EntityTable | undefined;
}

/** The limits of an engine. `elementsLeft` is shared by all documents of a description and counts down. */
export interface EngineContext {
  readonly limits: ParseLimits;
  readonly elementsLeft: { count: number };
  report(diagnostic: Diagnostic): void;
}

/**
 * Parses a document into a tree. Every engine returns the same tree, including positions, for the same input, and rejects the same
 * documents. A difference between two engines is a bug in one of them.
 *
 * @throws {WsdlError} `NOT_WELL_FORMED`, `DOCTYPE_REFUSED`, `LIMIT_EXCEEDED`
 */
export type XmlEngine = (input: EngineInput, context: EngineContext) => XmlElement | Promise<XmlElement>;
