import { fileURLToPath } from 'node:url';
import { createSoapServer, SoapFault } from '@soapstone/server';
import { type ListeningServer, listen } from '@soapstone/server/node';

/** The WSDL whose operations have the names of the tools that the official suite calls. */
export const FIXTURE_WSDL = fileURLToPath(new URL('./fixture.wsdl', import.meta.url));

/** A PNG of one red pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
/** A WAV file without samples. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const image = { data: PIXEL, contentType: 'image/png', filename: 'pixel.png' };
const note = { data: btoa('This is a file.'), contentType: 'text/plain', filename: 'note.txt' };

/** Starts the SOAP service of the fixture, which responds with texts, with files in MIME parts, and with a fault. */
export async function startFixtureServer(): Promise<ListeningServer> {
  const server = await createSoapServer(FIXTURE_WSDL, {
    test_simple_text: () => ({ text: 'This is a simple text response for testing.' }),
    test_image_content: () => ({ text: 'An image', file: [image] }),
    test_audio_content: () => ({
      text: 'A sound',
      file: [{ data: SILENCE, contentType: 'audio/wav', filename: 'silence.wav' }],
    }),
    test_embedded_resource: () => ({ text: 'A text file', file: [note] }),
    test_multiple_content_types: () => ({ text: 'Multiple content types test:', file: [image, note] }),
    test_error_handling: () => {
      throw new SoapFault({
        reason: 'This tool intentionally returns an error for testing',
        detail: { Intended: { reason: 'a test' } },
      });
    },
  });
  return await listen(server);
}
