import type { Content } from '../state/decoding.js';
import type { FileSink } from '../state/file-sink.js';
import { isXopInclude } from './attachment.js';
import { ignoreElement } from './simple.js';
import { skip } from './skip.js';

/** A base64 value that a sink takes piece by piece; it is empty in the JSON. Another value of the message is read as usual. */
export function fileContent(file: FileSink): Content {
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
