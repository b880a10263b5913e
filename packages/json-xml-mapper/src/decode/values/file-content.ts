import { XMLMIME } from '@soapstone/soap-model/namespaces';
import type { Content, ReadFile } from '../state/decoding.js';
import type { FileSink } from '../state/file-sink.js';
import { isXopInclude, referenceContent } from './attachment.js';
import { ignoreElement } from './simple.js';
import { skip } from './skip.js';

/** A base64 value that a sink takes piece by piece; it is empty in the JSON. Another value of the message is read as usual. */
export function readsInto(file: FileSink): Pick<ReadFile, 'content' | 'reference'> {
  const content = fileContent(file);
  const reference = referenceOf(file);
  return {
    content({ reader: { attributes }, out, reply }) {
      // Not in a header block or the detail of a fault.
      if (out !== reply.result) return undefined;
      for (let index = 0; index < attributes.count; index++) {
        const { namespace, localName } = attributes.name(index);
        if (localName === 'contentType' && XMLMIME.includes(namespace))
          file.mediaType = attributes.value(index);
      }
      return content;
    },
    reference,
  };
}

/** The reference to a MIME part that is the file (AT-2), which is looked for after the envelope; it is null in the JSON. */
function referenceOf(file: FileSink): Content {
  return {
    ...referenceContent,
    end(decoding, frame) {
      if (decoding.out !== decoding.reply.result) {
        referenceContent.end(decoding, frame);
        return;
      }
      file.isUsed = true;
      file.include = decoding.collector.text().trim();
      decoding.file = undefined;
      decoding.out.ascii('null');
      decoding.endValue();
    },
  };
}

function fileContent(file: FileSink): Content {
  return {
    start(decoding) {
      const { attributes } = decoding.reader;
      if (!isXopInclude(decoding)) {
        ignoreElement(decoding);
        return;
      }
      for (let index = 0; index < attributes.count; index++) {
        if (attributes.name(index).key === 'href') file.include = attributes.value(index).trim();
      }
      skip(decoding);
    },
    text({ reader }) {
      file.write(reader.text, reader.textStart, reader.textEnd);
    },
    end(decoding) {
      file.isUsed = true;
      file.end();
      decoding.file = undefined;
      decoding.out.ascii('""');
      decoding.endValue();
    },
  };
}
