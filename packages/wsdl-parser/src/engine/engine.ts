import type { Diagnostic } from '@soapstone/soap-model';
import type { Limits } from '../limits.js';
import type { XmlElement } from '../xml/element.js';
import type { EntityTable } from '../xml/entities.js';

/** What an engine reads: text without XML declaration and DOCTYPE, and what the DOCTYPE declared. */
export interface EngineInput {
  readonly text: string;
  readonly file: string;
  readonly entities: EntityTable | undefined;
}

/** What an engine is bound by. `elementsLeft` is shared by all documents of a description and counts down. */
export interface EngineContext {
  readonly limits: Limits;
  readonly elementsLeft: { count: number };
  report(diagnostic: Diagnostic): void;
}

/**
 * Reads one document into a tree. Every engine gives the same tree, positions included, for the same input, and refuses the
 * same documents; where two differ, one of them has a bug.
 *
 * @throws {WsdlError} `NOT_WELL_FORMED`, `DOCTYPE_REFUSED`, `LIMIT_EXCEEDED`
 */
export type XmlEngine = (input: EngineInput, context: EngineContext) => XmlElement;
