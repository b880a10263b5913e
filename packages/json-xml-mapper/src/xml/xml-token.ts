/** The result of `XmlReader.next`. */
export type XmlToken = typeof MORE | typeof START | typeof END | typeof TEXT | typeof DONE;

/** The window contains no complete token; append a chunk. */
export const MORE = 0;
/** A start tag: `name`, `attributes`. An empty element is a start and an end. */
export const START = 1;
/** An end tag: `name` is the name of the element that ends. */
export const END = 2;
/** A piece of character data: `text`, from `textStart` to `textEnd`. One run of text may come in many pieces. */
export const TEXT = 3;
/** The end of the document. */
export const DONE = 4;
