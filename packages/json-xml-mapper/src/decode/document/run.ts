import { surrogatePairs } from '../../xml/references.js';
import { END, START, TEXT, type XmlToken } from '../../xml/xml-reader.js';
import { decodeMembers } from '../fast/member-lane.js';
import type { Decoding } from '../state/decoding.js';
import { SKIPPED } from '../values/skip.js';
import type { ElementObserver, Reading } from './reading.js';

/** Decodes the input received so far: with a `reading`, the whole of it. Throws `XmlError` and `DecodeError`. */
export function run(decoding: Decoding, reading?: Reading): void {
  const pairs = surrogatePairs();
  if (reading === undefined) runTokens(decoding);
  else runObserved(decoding, reading(decoding));
  if (pairs !== surrogatePairs()) decoding.hasSurrogates = true;
}

function runTokens(decoding: Decoding): void {
  let token: XmlToken = decoding.passPrologue() ? START : nextToken(decoding);
  for (;;) {
    const { frame } = decoding;
    switch (token) {
      case START:
        if (decoding.references !== undefined && frame.content !== SKIPPED) decoding.followReference();
        frame.content.start(decoding, frame);
        decoding.identities?.start();
        break;
      case TEXT:
        frame.content.text(decoding, frame);
        decoding.identities?.text();
        break;
      case END:
        frame.content.end(decoding, frame);
        decoding.identities?.end();
        decoding.references?.comeBack();
        break;
      default:
        return;
    }
    token = nextToken(decoding);
  }
}

/** The same without the fast lane, and without references, which only encoded messages have. */
function runObserved(decoding: Decoding, observer: ElementObserver): void {
  const { identities, reader } = decoding;
  for (;;) {
    const { frame } = decoding;
    switch (reader.next()) {
      case START:
        frame.content.start(decoding, frame);
        identities?.start();
        observer.start();
        break;
      case TEXT:
        frame.content.text(decoding, frame);
        identities?.text();
        break;
      case END:
        frame.content.end(decoding, frame);
        identities?.end();
        observer.end();
        break;
      default:
        return;
    }
  }
}

/** The next token that the fast lane does not read itself. */
function nextToken(decoding: Decoding): XmlToken {
  if (decoding.frame.inLane && decoding.reader.inContent) decodeMembers(decoding);
  return decoding.reader.next();
}
