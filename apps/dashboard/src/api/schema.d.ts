// Generated from the management API: pnpm --filter dashboard generate-client

export interface paths {
  '/api/admin/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Every account, oldest first */
    get: operations['get__api_admin_accounts'];
    put?: never;
    /** Make an account */
    post: operations['post__api_admin_accounts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/accounts/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change the plan, the billing anchor or the state of an account */
    patch: operations['patch__api_admin_accounts_accountId_'];
    trace?: never;
  };
  '/api/manage/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The account, its plan and its billing period */
    get: operations['get__api_manage_account'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change the name of the account */
    patch: operations['patch__api_manage_account'];
    trace?: never;
  };
  '/api/manage/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was changed in the account, newest first */
    get: operations['get__api_manage_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          jobId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Job'];
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          jobId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': Record<string, never>;
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The API keys of the account, newest first; never the keys themselves */
    get: operations['get__api_manage_keys'];
    put?: never;
    /** Make an API key; the answer is the only place that ever shows it */
    post: operations['post__api_manage_keys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/keys/{keyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke an API key, for good */
    delete: operations['delete__api_manage_keys_keyId_'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/log-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in with e-mail address and password */
    post: operations['post__api_manage_log_in'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/log-out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End the session */
    post: operations['post__api_manage_log_out'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Change the password; every other session of the user ends */
    put: operations['put__api_manage_password'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              plans: components['schemas']['Plan'][];
            };
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The services of the account, oldest first */
    get: operations['get__api_manage_services'];
    put?: never;
    /** Register a service by the address of its WSDL, its files, or a zip archive of them */
    post: operations['post__api_manage_services'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A service, its operations and what its documents gave reason to say */
    get: operations['get__api_manage_services_serviceId_'];
    put?: never;
    post?: never;
    /** Delete a service with everything that belongs to it */
    delete: operations['delete__api_manage_services_serviceId_'];
    options?: never;
    head?: never;
    /** Change the name, the state or the settings of a service; what is not sent stays */
    patch: operations['patch__api_manage_services_serviceId_'];
    trace?: never;
  };
  '/api/manage/services/{serviceId}/connection-test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          serviceId: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': Record<string, never>;
        };
      };
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ConnectionTest'];
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}/credentials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the credentials that every call of the service carries; they are never shown again */
    put: operations['put__api_manage_services_serviceId_credentials'];
    post?: never;
    /** Take the credentials of the service away */
    delete: operations['delete__api_manage_services_serviceId_credentials'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}/headers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Set the headers that every call of the service carries; they are never shown again */
    put: operations['put__api_manage_services_serviceId_headers'];
    post?: never;
    /** Take the headers of the service away */
    delete: operations['delete__api_manage_services_serviceId_headers'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}/operations/{operation}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          operation: string;
          serviceId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              documentation: string | null;
              exampleInput: string;
              exampleResult: string;
              faults: string[];
              inputSchema: Record<string, never>;
              name: string;
              resultSchema: Record<string, never>;
            };
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Set the method policy, the cache time and the unwrap mode of an operation */
    put: operations['put__api_manage_services_serviceId_operations_operation_'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}/revisions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The imports of a service, newest first */
    get: operations['get__api_manage_services_serviceId_revisions'];
    put?: never;
    /** Import the documents of a service again, and say what changes for its clients; a bad import changes nothing */
    post: operations['post__api_manage_services_serviceId_revisions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}/revisions/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          number: string;
          serviceId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['RevisionDetail'];
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/services/{serviceId}/revisions/{number}/in-force': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Put a revision in force: a held one, or an earlier one again */
    put: operations['put__api_manage_services_serviceId_revisions_number_in_force'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who is signed in, and the token that changes must hold */
    get: operations['get__api_manage_session'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              sessions: components['schemas']['SessionEntry'][];
            };
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': Record<string, never>;
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          sessionId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': Record<string, never>;
          };
        };
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/sign-up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make an account on the Free plan and sign in */
    post: operations['post__api_manage_sign_up'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/manage/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The billing period, the calls of the last seven days by operation, and the newest calls */
    get: operations['get__api_manage_usage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Account: {
      accountId: string;
      name: string;
      period: {
        /** Format: date-time */
        end: string;
        remaining: number;
        /** Format: date-time */
        start: string;
        used: number;
      };
      plan: {
        callsPerMinute: number;
        callsPerPeriod: number;
        /** @enum {unknown} */
        name: 'Free' | 'Starter' | 'Pro';
        next: {
          /** Format: date-time */
          at: string;
          /** @enum {unknown} */
          name: 'Free' | 'Starter' | 'Pro';
        } | null;
        services: number | null;
      };
    };
    Call: {
      /** Format: date-time */
      at: string;
      cached: boolean;
      code?: string;
      latencyMs: number;
      method: string;
      operation?: string;
      requestId: string;
      serviceId?: string;
      status: number;
      type?: string;
    };
    ConnectionTest: {
      latencyMs: number;
      message: string;
      reached: boolean;
      secured: boolean;
      status: number | null;
      /** @enum {string} */
      verdict: 'answers' | 'rejects-credentials' | 'unreachable' | 'not-soap';
    };
    ContractChange: {
      after?: string;
      before?: string;
      breaking: boolean;
      /** @enum {unknown} */
      change: 'added' | 'removed' | 'required' | 'optional' | 'type' | 'values' | 'form';
      /** @enum {unknown} */
      message?: 'input' | 'output';
      operation: string;
      path: string;
    };
    Diagnostic: {
      advice?: string;
      code: string;
      column: number;
      component?: string;
      effect?: string;
      file: string;
      line: number;
      message: string;
      /** @enum {unknown} */
      severity: 'error' | 'warning' | 'info';
    };
    Error: {
      error: {
        code: string;
        details?: components['schemas']['ValidationError'][];
        message: string;
        requestId: string;
        type: string;
      } & {
        [key: string]: unknown;
      };
    };
    GradedOperation: {
      exposedAs: string | null;
      findings: components['schemas']['Diagnostic'][];
      /** @enum {unknown} */
      grade: 'exact' | 'degraded' | 'unsupported';
      operation: string;
      port: string | null;
      service: string | null;
    };
    Job: {
      documentCount: number;
      documents: string[];
      error: Record<string, never> | null;
      jobId: string;
      result: unknown;
      /** @enum {string} */
      state: 'running' | 'done' | 'failed' | 'cancelled';
      /** @enum {string} */
      step: 'fetching' | 'reading' | 'compiling' | 'describing' | 'storing';
    };
    Key: {
      /** Format: date-time */
      createdAt: string;
      hint: string;
      id: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      name: string;
      /** @enum {unknown} */
      purpose: 'live' | 'management';
      /** Format: date-time */
      revokedAt: string | null;
    };
    ListedService: {
      /** Format: date-time */
      createdAt: string;
      grades: {
        degraded: number;
        exact: number;
        unsupported: number;
      } | null;
      heldRevision: number | null;
      name: string;
      openapiUrl: string;
      operationCount: number;
      proxyUrl: string;
      revision: number;
      serviceId: string;
      settings: {
        /** @enum {string} */
        addressing: 'auto' | 'always' | 'never';
        allowUndeclaredHeaders: boolean;
        captureUntil: string | null;
        endpoint: string | null;
        /** @enum {string} */
        methodPolicy: 'POST' | 'GET' | 'GET + POST';
        mock: boolean;
        /** @enum {string} */
        numbers: 'number' | 'string';
        select: {
          port?: string;
          service?: string;
          /** @enum {string} */
          soapVersion?: '1.1' | '1.2';
        } | null;
        strictResponses: boolean;
        timeoutMs: number | null;
        /** @enum {string} */
        unwrap: 'record' | 'payload' | 'none';
      };
      slug: string;
      source: string;
      /** @enum {unknown} */
      status: 'active' | 'paused';
      traffic: components['schemas']['Traffic'];
      /** Format: date-time */
      updatedAt: string;
    };
    Operation: {
      cacheSeconds: number;
      /** @enum {string} */
      compatibility: 'exact' | 'degraded' | 'unsupported';
      diagnostics: number[];
      documentation: string | null;
      getRefused: string | null;
      /** @enum {string} */
      methodPolicy: 'Inherit' | 'POST' | 'GET' | 'GET + POST';
      methods: ('GET' | 'POST')[];
      name: string;
      oneWay: boolean;
      port: string;
      querySafe: boolean;
      readStyle: boolean;
      service: string;
      soapAction: string;
      /** @enum {string} */
      soapVersion: '1.1' | '1.2';
      /** @enum {string} */
      style: 'document' | 'rpc';
      /** @enum {string|null} */
      unwrap: 'record' | 'payload' | 'none' | null;
      /** @enum {string} */
      use: 'literal' | 'encoded';
    };
    OperationUse: {
      averageLatencyMs: number;
      calls: number;
      failures: number;
      operation?: string;
      serviceId?: string;
    };
    Plan: {
      callsPerMinute: number;
      callsPerPeriod: number;
      get: boolean;
      /** @enum {string} */
      name: 'Free' | 'Starter' | 'Pro';
      openapi: boolean;
      services: number | null;
    };
    Port: {
      address: string | null;
      exposed: boolean;
      operations: number;
      port: string;
      service: string;
      /** @enum {string} */
      soapVersion: '1.1' | '1.2';
    };
    Registered: {
      /** Format: date-time */
      createdAt: string;
      diagnostics: components['schemas']['Diagnostic'][];
      name: string;
      openapiUrl: string;
      operations: string[];
      proxyUrl: string;
      revision: number;
      serviceId: string;
      settings: {
        /** @enum {unknown} */
        addressing?: 'auto' | 'always' | 'never';
        allowUndeclaredHeaders?: boolean;
        endpoint?: string | null;
        /** @enum {unknown} */
        methodPolicy?: 'POST' | 'GET' | 'GET + POST';
        mock?: boolean;
        /** @enum {unknown} */
        numbers?: 'number' | 'string';
        strictResponses?: boolean;
        /** @enum {unknown} */
        unwrap?: 'record' | 'payload' | 'none';
      };
      slug: string;
      /** @enum {unknown} */
      status: 'active' | 'paused';
      /** Format: date-time */
      updatedAt: string;
    };
    Reimported: {
      breaking: boolean;
      changes: components['schemas']['ContractChange'][];
      diagnostics: components['schemas']['Diagnostic'][];
      inForce: boolean;
      number: number;
    };
    Report: {
      counts: {
        degraded: number;
        exact: number;
        unsupported: number;
      };
      diagnostics: components['schemas']['Diagnostic'][];
      operations: components['schemas']['GradedOperation'][];
      revision: number;
    };
    Revision: {
      /** Format: date-time */
      createdAt: string;
      diagnostics: number;
      grades: {
        degraded: number;
        exact: number;
        unsupported: number;
      } | null;
      inForce: boolean;
      number: number;
      source: string;
    };
    RevisionDetail: {
      breaking: boolean;
      changes: components['schemas']['ContractChange'][];
      createdAt: string;
      diagnostics: components['schemas']['Diagnostic'][];
      inForce: boolean;
      number: number;
      source: string;
    };
    Service: {
      /** Format: date-time */
      createdAt: string;
      heldRevision: number | null;
      name: string;
      openapiUrl: string;
      operationCount: number;
      proxyUrl: string;
      revision: number;
      serviceId: string;
      settings: {
        /** @enum {string} */
        addressing: 'auto' | 'always' | 'never';
        allowUndeclaredHeaders: boolean;
        captureUntil: string | null;
        endpoint: string | null;
        /** @enum {string} */
        methodPolicy: 'POST' | 'GET' | 'GET + POST';
        mock: boolean;
        /** @enum {string} */
        numbers: 'number' | 'string';
        select: {
          port?: string;
          service?: string;
          /** @enum {string} */
          soapVersion?: '1.1' | '1.2';
        } | null;
        strictResponses: boolean;
        timeoutMs: number | null;
        /** @enum {string} */
        unwrap: 'record' | 'payload' | 'none';
      };
      slug: string;
      source: string;
      /** @enum {unknown} */
      status: 'active' | 'paused';
      /** Format: date-time */
      updatedAt: string;
    };
    ServiceDetail: {
      address: string | null;
      /** Format: date-time */
      createdAt: string;
      diagnostics: components['schemas']['Diagnostic'][];
      heldRevision: number | null;
      limits: {
        timeoutMs: number;
      };
      name: string;
      openapiUrl: string;
      operationCount: number;
      operations: components['schemas']['Operation'][];
      ports: components['schemas']['Port'][];
      proxyUrl: string;
      revision: number;
      secrets: {
        credentialKinds: string[];
        credentials: boolean;
        headers: boolean;
      };
      serviceId: string;
      settings: {
        /** @enum {string} */
        addressing: 'auto' | 'always' | 'never';
        allowUndeclaredHeaders: boolean;
        captureUntil: string | null;
        endpoint: string | null;
        /** @enum {string} */
        methodPolicy: 'POST' | 'GET' | 'GET + POST';
        mock: boolean;
        /** @enum {string} */
        numbers: 'number' | 'string';
        select: {
          port?: string;
          service?: string;
          /** @enum {string} */
          soapVersion?: '1.1' | '1.2';
        } | null;
        strictResponses: boolean;
        timeoutMs: number | null;
        /** @enum {string} */
        unwrap: 'record' | 'payload' | 'none';
      };
      slug: string;
      source: string;
      /** @enum {unknown} */
      status: 'active' | 'paused';
      /** Format: date-time */
      updatedAt: string;
    };
    Session: {
      account: components['schemas']['Account'];
      csrfToken: string;
      email: string;
    };
    SessionEntry: {
      createdAt: string;
      current: boolean;
      id: string;
      lastSeenAt: string;
    };
    SignedIn: {
      accountId: string;
      csrfToken: string;
      email: string;
    };
    Traffic: {
      calls: number[];
      errors: number[];
      from: string;
      stepSeconds: number;
    };
    ValidationError: {
      expected?: unknown;
      keyword: string;
      message: string;
      parameter?: string;
      path: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  get__api_admin_accounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_admin_accounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          billingAnchor?: string;
          name: string;
          /** @enum {unknown} */
          plan?: 'Free' | 'Starter' | 'Pro';
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  patch__api_admin_accounts_accountId_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          billingAnchor?: string;
          /** @enum {unknown} */
          plan?: 'Free' | 'Starter' | 'Pro';
          /** @enum {unknown} */
          status?: 'active' | 'suspended';
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  patch__api_manage_account: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_audit: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_keys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            keys: components['schemas']['Key'][];
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_manage_keys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** @enum {unknown} */
          purpose?: 'live' | 'management';
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Key'] & {
            key: string;
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  delete__api_manage_keys_keyId_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        keyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_manage_log_in: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          email: string;
          password: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_manage_log_out: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  put__api_manage_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          current: string;
          next: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_services: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            services: components['schemas']['ListedService'][];
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_manage_services: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          archive?: string;
          files?: {
            content: string;
            path: string;
          }[];
          main?: string;
          name?: string;
          settings?: {
            /** @enum {unknown} */
            addressing?: 'auto' | 'always' | 'never';
            allowUndeclaredHeaders?: boolean;
            endpoint?: string | null;
            /** @enum {unknown} */
            methodPolicy?: 'POST' | 'GET' | 'GET + POST';
            mock?: boolean;
            /** @enum {unknown} */
            numbers?: 'number' | 'string';
            strictResponses?: boolean;
            /** @enum {unknown} */
            unwrap?: 'record' | 'payload' | 'none';
          };
          slug?: string;
          url?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Registered'];
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: string;
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_services_serviceId_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceDetail'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  delete__api_manage_services_serviceId_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  patch__api_manage_services_serviceId_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          settings?: {
            /** @enum {unknown} */
            addressing?: 'auto' | 'always' | 'never';
            allowUndeclaredHeaders?: boolean;
            endpoint?: string | null;
            /** @enum {unknown} */
            methodPolicy?: 'POST' | 'GET' | 'GET + POST';
            mock?: boolean;
            /** @enum {unknown} */
            numbers?: 'number' | 'string';
            select?: {
              port?: string;
              service?: string;
              /** @enum {string} */
              soapVersion?: '1.1' | '1.2';
            } | null;
            strictResponses?: boolean;
            timeoutMs?: number | null;
            /** @enum {unknown} */
            unwrap?: 'record' | 'payload' | 'none';
          };
          /** @enum {unknown} */
          status?: 'active' | 'paused';
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Service'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  put__api_manage_services_serviceId_credentials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          actor?: string;
          basic?: {
            password: string;
            username: string;
          };
          ca?: string;
          clientCertificate?:
            | {
                certificate?: string;
                passphrase?: string;
                pfx?: string;
                privateKey?: string;
              }
            | unknown
            | unknown;
          headers?: {
            [key: string]: string;
          };
          mustUnderstand?: boolean;
          signature?: {
            /** @enum {unknown} */
            algorithm?: 'rsa-sha256' | 'rsa-sha512' | 'rsa-sha1';
            certificate: string;
            passphrase?: string;
            privateKey: string;
            signUsernameToken?: boolean;
          };
          timestamp?: {
            ttlSeconds?: number;
          };
          usernameToken?: {
            created?: boolean;
            nonce?: boolean;
            password: string;
            /** @enum {unknown} */
            type: 'text' | 'digest';
            username: string;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  delete__api_manage_services_serviceId_credentials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  put__api_manage_services_serviceId_headers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          blocks: {
            [key: string]: unknown;
          };
          locked?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  delete__api_manage_services_serviceId_headers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  put__api_manage_services_serviceId_operations_operation_: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        operation: string;
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          cacheSeconds?: number;
          /** @enum {unknown} */
          methodPolicy?: 'Inherit' | 'POST' | 'GET' | 'GET + POST';
          /** @enum {string|null} */
          unwrap?: 'record' | 'payload' | 'none' | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_services_serviceId_revisions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            revisions: components['schemas']['Revision'][];
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_manage_services_serviceId_revisions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {unknown} */
          activate?: 'always' | 'safe' | 'never';
          archive?: string;
          files?: {
            content: string;
            path: string;
          }[];
          main?: string;
          url?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reimported'];
        };
      };
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobId: string;
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  put__api_manage_services_serviceId_revisions_number_in_force: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        number: string;
        serviceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Service'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_session: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  post__api_manage_sign_up: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          accountName: string;
          email: string;
          password: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  get__api_manage_usage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            account: components['schemas']['Account'];
            operations: components['schemas']['OperationUse'][];
            recent: components['schemas']['Call'][];
          };
        };
      };
      /** @description Not done. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
