import { isSessionError } from '@soapstone/soap-call/internal/session';
import type { Recording } from '../domain/calls/recording.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import type { LiveServices } from '../services/live-services.js';
import type { AgentTools } from './agents/agent-tools.js';
import { previewTool, previewTools } from './agents/preview-tools.js';
import type { ProxyDependencies } from './proxy/call.js';
import type { ServiceSessions } from './sessions/service-sessions.js';
import { findProblems } from './trials/find-problems.js';
import { keepCall } from './trials/keep-call.js';
import { testConnection } from './trials/test-connection.js';
import { tryOperation } from './trials/try-operation.js';

/** Creates the functions of this plane that owners use. */
export function createLiveServices(
  calls: ProxyDependencies,
  agentTools: AgentTools,
  sessions: ServiceSessions,
): LiveServices {
  const { catalog, recordings } = calls;
  const compile = (service: RegisteredService) => catalog.compile(service);
  return {
    compile,
    async findProblems(service, operation, input) {
      const compiled = await compile(service);
      return findProblems(await compiled.operation(operation), input);
    },
    tryOperation: (account, service, trial, signal) => tryOperation(account, service, trial, calls, signal),
    testConnection: async (service, signal) => testConnection(await compile(service), calls, signal),
    session: async (service) => {
      const session = sessions.of(await compile(service));
      return (
        session && {
          show: () => session.show(),
          async logIn() {
            try {
              await session.current();
            } catch (error) {
              // The overview says why.
              if (!isSessionError(error)) throw error;
            }
          },
          provide: (token, expiresAt) => session.provide(token, expiresAt),
          end: () => session.end(),
        }
      );
    },
    previewTools: async (service) => previewTools(await compile(service), agentTools),
    previewTool: async (service, operation) => previewTool(await compile(service), operation, agentTools),
    recordings: {
      upload: async (service, upload, options) => recordings.upload(await compile(service), upload, options),
      keepCall: (service, call) => keepCall(service, call, calls),
      async archive(service, stored: readonly Recording[]) {
        const operation = { info: { name: stored[0]?.operation ?? '' } };
        const place = { service: await compile(service), operation };
        return recordings.run<'archive'>(place, { kind: 'archive', recordings: stored });
      },
    },
  };
}
