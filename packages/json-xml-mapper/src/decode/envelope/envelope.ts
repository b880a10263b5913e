import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { DecodeError } from '../../errors.js';
import type { Content } from '../state/decoding.js';
import { skip } from '../values/skip.js';
import { isWhiteSpace } from '../values/white-space.js';
import { openBody } from './body.js';
import { openHeader } from './header.js';

/** The document, whose root must be an Envelope of one of the two versions (BD-1). */
export const documentContent: Content = {
  start(decoding) {
    const { namespace, localName, key } = decoding.reader.name!;
    const version = localName === 'Envelope' ? versionOf(namespace) : undefined;
    if (version === undefined) {
      throw new DecodeError({
        code: 'NOT_SOAP',
        message: `the root element is ${key}, not a SOAP envelope`,
      });
    }
    decoding.reply.version = version;
    decoding.push(envelopeContent);
  },
  text() {},
  end() {},
};

const envelopeContent: Content = {
  start(decoding) {
    const { namespace, localName } = decoding.reader.name!;
    const isSoap = versionOf(namespace) !== undefined;
    if (isSoap && localName === 'Body') {
      if (decoding.reply.bodySeen)
        throw new DecodeError({ code: 'NOT_SOAP', message: 'the envelope has two bodies' });
      decoding.reply.bodySeen = true;
      decoding.enterBody();
      openBody(decoding);
    } else if (isSoap && localName === 'Header' && !decoding.reply.bodySeen) {
      openHeader(decoding);
    } else {
      // R1011: nothing may follow the Body; anything that does is ignored.
      if (decoding.settings.exacting) {
        const { key } = decoding.reader.name!;
        decoding.warn('EXTRA_ENVELOPE_CHILD', `the envelope has an unexpected child ${key}`);
      }
      skip(decoding);
    }
  },
  text(decoding) {
    if (decoding.settings.exacting && !isWhiteSpace(decoding))
      decoding.warn('UNEXPECTED_TEXT', 'the envelope has unexpected text');
  },
  end(decoding) {
    if (!decoding.reply.bodySeen)
      throw new DecodeError({ code: 'NOT_SOAP', message: 'the envelope has no body' });
    decoding.pop();
  },
};

/** The SOAP version of an envelope namespace. */
function versionOf(namespace: string): '1.1' | '1.2' | undefined {
  if (namespace === SOAP11_ENVELOPE) return '1.1';
  return namespace === SOAP12_ENVELOPE ? '1.2' : undefined;
}
