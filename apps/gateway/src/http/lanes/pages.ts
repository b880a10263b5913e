import type { Express, RequestHandler } from 'express';
import { createRequestId } from '../../domain/calls/request-id.js';
import { BY_LINK } from '../../domain/services/consumer-page.js';
import { answerPage, NO_INDEX } from '../../owners/consumer-pages/answer-page.js';
import { createKeptAnswers } from '../../owners/consumer-pages/kept-answers.js';
import type { PageDependencies, PagePart } from '../../owners/consumer-pages/page-parts.js';
import { addressGroup } from '../limits/connection-limit.js';
import { nameInPath } from '../messages/path-name.js';
import { writeResponse } from '../messages/write-response.js';
import { addressOf } from './proxy-lane.js';

/** The dependencies of the pages of services, and the number of trusted proxies. */
export interface PagesDependencies extends PageDependencies {
  readonly hops: number;
}

const PARTS: Readonly<Record<string, PagePart>> = {
  '': { kind: 'page' },
  '/openapi.json': { kind: 'openapi' },
  '/changes.json': { kind: 'changes' },
  '/changes.atom': { kind: 'changes-atom' },
  '/certificate.pem': { kind: 'certificate' },
};

/** Mounts what the pages of services for their consumers are made of. The page itself is one of the dashboard's files. */
export function mountPages(app: Express, deps: PagesDependencies): void {
  const kept = createKeptAnswers(() => performance.now());
  const serve =
    (partOf: (params: Readonly<Record<string, unknown>>) => PagePart): RequestHandler =>
    async (request, response) => {
      const answer = await answerPage(
        {
          id: createRequestId(),
          place: [nameInPath(String(request.params['first'])), nameInPath(String(request.params['second']))],
          part: partOf(request.params),
          ip: addressGroup(addressOf(request, deps.hops)),
          ifNoneMatch: request.headers['if-none-match'],
        },
        kept,
        deps,
      );
      writeResponse(request, response, answer);
    };
  const page = '/api/pages/:first/:second';
  for (const [path, part] of Object.entries(PARTS))
    app.get(
      `${page}${path}`,
      serve(() => part),
    );
  app.get(
    `${page}/operations/:name`,
    serve(({ name }) => ({ kind: 'operation', name: nameInPath(String(name)) })),
  );
  app.use(`/pages/${BY_LINK}`, (_request, response, next) => {
    for (const [name, value] of Object.entries(NO_INDEX)) response.setHeader(name, value);
    next();
  });
}
