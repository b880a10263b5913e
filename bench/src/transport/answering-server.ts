import { serveAnswers } from '../isolated/serve-answers.js';

/** The server of the transport bench: `/<bytes>` is answered with an envelope of about that size. */
serveAnswers((path) => {
  const size = Number(path.slice(1)) || 1;
  const text = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><r>${'x'.repeat(size)}</r></e:Body></e:Envelope>`;
  return Buffer.from(text);
});
