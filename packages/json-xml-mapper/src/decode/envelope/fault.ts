import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, XML } from '@soapstone/soap-model/namespaces';
import { resolveQName } from '../../scalar/spaces/qname.js';
import { JsonOutput } from '../output/json-output.js';
import type { Content, Decoding } from '../state/decoding.js';
import type { FaultReading } from '../state/reply.js';
import { skip } from '../values/skip.js';
import { openDetail } from './fault-detail.js';

const FIRST_SIZE = 1024;

/**
 * Reads a fault (FL-1). Children are recognised by local name, in either version's spelling and in any order, because servers
 * qualify what must not be qualified (R1001). A result read before it is discarded.
 */
export function openFault(decoding: Decoding): void {
  if (decoding.reply.fault !== undefined) {
    skip(decoding);
    return;
  }
  decoding.reply.fault = {
    fields: {},
    subcodes: [],
    reasons: [],
    detail: new JsonOutput(FIRST_SIZE, decoding.allowedOutput()),
    any: new JsonOutput(FIRST_SIZE, decoding.allowedOutput()),
    usedKeys: new Set(),
    text: '',
  };
  decoding.push(faultContent);
}

const faultContent: Content = {
  start(decoding, _frame) {
    const fault = decoding.reply.fault!;
    switch (decoding.reader.name!.localName) {
      case 'faultcode':
        return openText(decoding, (text) => {
          fault.fields.code ??= codeOf(decoding, text);
        });
      case 'faultstring':
        return openText(decoding, (text) => {
          fault.fields.reason ??= text;
        });
      case 'faultactor':
        return openText(decoding, (text) => {
          fault.fields.actor ??= text.trim();
        });
      case 'Node':
        return openText(decoding, (text) => {
          fault.fields.node ??= text.trim();
        });
      case 'Role':
        return openText(decoding, (text) => {
          fault.fields.role ??= text.trim();
        });
      case 'Code':
        decoding.push(codeContent);
        return;
      case 'Reason':
        decoding.push(reasonContent);
        return;
      case 'detail':
      case 'Detail':
        return openDetail(decoding);
      default:
        skip(decoding);
    }
  },
  text() {},
  end: close,
};

/** SOAP 1.2 `Code` and `Subcode`: a value, and possibly a nested subcode. */
const codeContent: Content = {
  start(decoding, frame) {
    const fault = decoding.reply.fault!;
    const isSubcode = frame.state === 1;
    switch (decoding.reader.name!.localName) {
      case 'Value':
        return openText(decoding, (text) => {
          if (isSubcode) fault.subcodes.push(codeOf(decoding, text));
          else fault.fields.code ??= codeOf(decoding, text);
        });
      case 'Subcode':
        decoding.push(codeContent).state = 1;
        return;
      default:
        skip(decoding);
    }
  },
  text() {},
  end: close,
};

const reasonContent: Content = {
  start(decoding) {
    const fault = decoding.reply.fault!;
    if (decoding.reader.name!.localName !== 'Text') return skip(decoding);
    const lang = languageOf(decoding);
    openText(decoding, (text) => {
      fault.reasons.push({ lang, text });
    });
  },
  text() {},
  end: close,
};

function close(decoding: Decoding): void {
  decoding.pop();
}

/** Collects the text of an element and ignores child elements. */
function openText(decoding: Decoding, take: (text: string) => void): void {
  decoding.collector.clear();
  decoding.push({
    start: skip,
    text() {
      const { reader } = decoding;
      decoding.collector.append(reader.text, reader.textStart, reader.textEnd);
    },
    end() {
      take(decoding.collector.text());
      decoding.pop();
    },
  });
}

/** A fault code in Clark notation; only the local part if its prefix is unbound. */
function codeOf(decoding: Decoding, text: string): string {
  const lexical = text.trim();
  return resolveQName(lexical, decoding.lookupPrefix) ?? lexical.slice(lexical.indexOf(':') + 1);
}

function languageOf(decoding: Decoding): string {
  const { attributes } = decoding.reader;
  for (let i = 0; i < attributes.count; i++) {
    const { namespace, localName } = attributes.name(i);
    if (namespace === XML && localName === 'lang') return attributes.value(i);
  }
  return '';
}

/** Whether it contained anything that makes it a fault (FL-3). */
export function isMalformed({ fields, reasons }: FaultReading): boolean {
  return fields.code === undefined && fields.reason === undefined && reasons.length === 0;
}

/** BD-2: whether the last start tag is a Fault of either version, regardless of the envelope's version. */
export function isFault(decoding: Decoding): boolean {
  const { localName, namespace } = decoding.reader.name!;
  return localName === 'Fault' && (namespace === SOAP11_ENVELOPE || namespace === SOAP12_ENVELOPE);
}
