import type { Diagnostic } from '@soapstone/soap-model';
import { isWsdlError } from '../errors.js';
import type { XmlElement } from '../xml/element.js';
import type { EngineContext, EngineInput } from './engine.js';
import { readOrdinaryMarkup } from './ordinary-markup.js';
import { createTreeBuilder } from './tree-builder.js';

/** The diagnostics of an ordinary document. One with more is left to saxes, which reports each at once instead of keeping it. */
const FEW_DIAGNOSTICS = 100;

/**
 * The engine in JavaScript: a fast reader for ordinary documents, and saxes for all others and for those with a mistake. The fast
 * reader accepts, saxes explains: every error and its position are those of saxes.
 */
export async function readXmlInJavaScript(input: EngineInput, context: EngineContext): Promise<XmlElement> {
  const root = readOrdinaryDocument(input, context);
  if (root !== undefined) return root;
  // Few programs get here, so the others do not load it.
  const { readXmlWithSaxes } = await import('./saxes.js');
  return readXmlWithSaxes(input, context);
}

/** The tree of an ordinary document; for any other `undefined`, without a trace in `context`. */
export function readOrdinaryDocument(input: EngineInput, context: EngineContext): XmlElement | undefined {
  const diagnostics: Diagnostic[] = [];
  const elementsLeft = { count: context.elementsLeft.count };
  const builder = createTreeBuilder(input, {
    limits: context.limits,
    elementsLeft,
    report(diagnostic) {
      if (diagnostics.length <= FEW_DIAGNOSTICS) diagnostics.push(diagnostic);
    },
  });
  try {
    if (!readOrdinaryMarkup(input.text, builder)) return undefined;
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return undefined;
  }
  if (diagnostics.length > FEW_DIAGNOSTICS) return undefined;
  context.elementsLeft.count = elementsLeft.count;
  for (const diagnostic of diagnostics) context.report(diagnostic);
  return builder.root();
}
