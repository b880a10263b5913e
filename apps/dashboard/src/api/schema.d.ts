// Generated from the management API: pnpm --filter dashboard generate-client

export interface paths {
    "/api/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts, oldest first, page by page. `search` finds a part of the name, the id or the email address of a user */
        get: operations["get__api_admin_accounts"];
        put?: never;
        /** Create an account */
        post: operations["post__api_admin_accounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts as CSV, oldest first, at most 100,000; `search` as in the list */
        get: operations["get__api_admin_accounts_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account with its users and its number of services */
        get: operations["get__api_admin_accounts_accountId_"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the plan, the billing anchor or the state of an account. A state keeps an account that its owner closed */
        patch: operations["patch__api_admin_accounts_accountId_"];
        trace?: never;
    };
    "/api/admin/accounts/{accountId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of an account, newest first, page by page; the first page names the first entry that was tampered with. `search` finds a part of the action, of an id or of a name, `by` who did it, `from` and `to` a time */
        get: operations["get__api_admin_accounts_accountId_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{accountId}/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of an account as NDJSON, one entry a line: the newest 100,000 entries, with the filters of the list */
        get: operations["get__api_admin_accounts_accountId_audit_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{accountId}/users/{userId}/administrator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Grant or revoke the right to administer the gateway */
        put: operations["put__api_admin_accounts_accountId_users_userId_administrator"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{accountId}/users/{userId}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link with which a user sets a new password, to hand over. It works once, for an hour; only this response ever shows it */
        post: operations["post__api_admin_accounts_accountId_users_userId_password_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the gateway itself (invitations, sealing keys, closed accounts), in the form of the audit log of an account */
        get: operations["get__api_admin_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the gateway itself as NDJSON, one entry a line: the newest 100,000 entries, with the filters of the list */
        get: operations["get__api_admin_audit_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the process that responds, and of what it depends on */
        get: operations["get__api_admin_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The invitations without their links, newest first, page by page */
        get: operations["get__api_admin_invitations"];
        put?: never;
        /** Invite someone to sign up; the response contains the link, which is shown only once */
        post: operations["post__api_admin_invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an invitation: its link stops working */
        delete: operations["delete__api_admin_invitations_invitationId_"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account, its plan and its billing period */
        get: operations["get__api_manage_account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the name of the account */
        patch: operations["patch__api_manage_account"];
        trace?: never;
    };
    "/api/manage/account/closing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close the account: its keys stop working now, and it is deleted with everything in it after 14 days, unless its owner keeps it. Needs the password */
        post: operations["post__api_manage_account_closing"];
        /** Keep an account that was closed and is not deleted yet */
        delete: operations["delete__api_manage_account_closing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/account/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the plan, if the operator allows owners to: an upgrade applies immediately, a downgrade with the next period */
        put: operations["put__api_manage_account_plan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the account, newest first, page by page. `search` finds a part of the action, of an id or of a name, `by` who did it, `from` and `to` a time */
        get: operations["get__api_manage_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log of the account as NDJSON, one entry a line: the newest 100,000 entries, with the filters of the list */
        get: operations["get__api_manage_audit_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls of the last seven days, newest first, page by page; sampled above ten successes or ten failures a second */
        get: operations["get__api_manage_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/calls.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls of the last seven days as CSV, newest first, at most 10000, with the names of services and keys that still exist */
        get: operations["get__api_manage_calls_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/calls/{requestId}/bodies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The recorded bodies of a call, without secrets and truncated if they are long */
        get: operations["get__api_manage_calls_requestId_bodies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Imports that are not published yet, which are deleted after a week without changes */
        get: operations["get__api_manage_drafts"];
        put?: never;
        /** Read a WSDL from an address, files or a zip archive, and show what would be published; in the background with `Prefer: respond-async` */
        post: operations["post__api_manage_drafts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/drafts/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What would be published: ports, operations, missing files, private endpoints */
        get: operations["get__api_manage_drafts_draftId_"];
        put?: never;
        post?: never;
        /** Discard a draft */
        delete: operations["delete__api_manage_drafts_draftId_"];
        options?: never;
        head?: never;
        /** Change the name, the slug or the settings of a draft; absent members stay */
        patch: operations["patch__api_manage_drafts_draftId_"];
        trace?: never;
    };
    "/api/manage/drafts/{draftId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add missing files, by path or by the missing address, and read the documents again */
        post: operations["post__api_manage_drafts_draftId_files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/drafts/{draftId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a draft as a service, under a slug that cannot be changed later, and delete the draft */
        post: operations["post__api_manage_drafts_draftId_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to the account, newest first, page by page: quotas, keys, revisions, services that fail, changes by administrators. Kept for 90 days */
        get: operations["get__api_manage_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/events/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark events as read: those with these ids, or all until a time */
        put: operations["put__api_manage_events_read"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The progress of an import that was started with `Prefer: respond-async`, and its result for an hour */
        get: operations["get__api_manage_jobs_jobId_"];
        put?: never;
        post?: never;
        /** Cancel an import; what it has already stored stays */
        delete: operations["delete__api_manage_jobs_jobId_"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/jobs/{jobId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as Server-Sent Events: `progress` at each change, `end` with the result */
        get: operations["get__api_manage_jobs_jobId_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API keys of the account without the keys themselves, newest first, page by page. `search` finds a part of the name; `unusedDays` those that were neither used nor created in so many days */
        get: operations["get__api_manage_keys"];
        put?: never;
        /** Create an API key, which only this response ever shows; or, with `token`, a key that stands for access tokens of agents and has no secret */
        post: operations["post__api_manage_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An API key without the key itself */
        get: operations["get__api_manage_keys_keyId_"];
        put?: never;
        post?: never;
        /** Revoke an API key permanently */
        delete: operations["delete__api_manage_keys_keyId_"];
        options?: never;
        head?: never;
        /** Change the name of an API key, and what it may be used for. Members that are left out stay as they are */
        patch: operations["patch__api_manage_keys_keyId_"];
        trace?: never;
    };
    "/api/manage/keys/{keyId}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of an API key, which only this response ever shows. The secret before it may work for some more time */
        post: operations["post__api_manage_keys_keyId_roll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/log-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with email address and password */
        post: operations["post__api_manage_log_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/log-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session */
        post: operations["post__api_manage_log_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The email address of the person who is logged in, and which events are mailed to it */
        get: operations["get__api_manage_mail"];
        /** Choose which events are mailed to the person who is logged in, once the address is verified */
        put: operations["put__api_manage_mail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/mail/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an email with a link to another address, which becomes the address of the person who is logged in when the link is used. The response does not reveal whether an account has it */
        post: operations["post__api_manage_mail_address"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/mail/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an email with a link that verifies the address of the person who is logged in */
        post: operations["post__api_manage_mail_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operations of all services whose names contain `search`, at most 20 */
        get: operations["get__api_manage_operations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the password; every other session of the user ends */
        put: operations["put__api_manage_password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a link that resets a password comes by email; otherwise an administrator can create one */
        get: operations["get__api_manage_password_forgot"];
        put?: never;
        /** Send an email with a link that resets the password to the address, if an account has it; the response does not reveal that */
        post: operations["post__api_manage_password_forgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with a link that works once; every session of the user ends */
        post: operations["post__api_manage_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each plan includes */
        get: operations["get__api_manage_plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The services of the account, oldest first, page by page, with their calls of the last 24 hours. `search` finds a part of the name or the slug */
        get: operations["get__api_manage_services"];
        put?: never;
        /** Register a service from the address of its WSDL, files or a zip archive; in the background with `Prefer: respond-async` */
        post: operations["post__api_manage_services"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A service with its ports, its operations and the findings in its documents */
        get: operations["get__api_manage_services_serviceId_"];
        put?: never;
        post?: never;
        /** Delete a service with everything that belongs to it */
        delete: operations["delete__api_manage_services_serviceId_"];
        options?: never;
        head?: never;
        /** Change the name, the state or the settings of a service; absent members stay */
        patch: operations["patch__api_manage_services_serviceId_"];
        trace?: never;
    };
    "/api/manage/services/{serviceId}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What AI agents see of a service, with the tokens that each operation costs a model, and the limits of model vendors that it exceeds */
        get: operations["get__api_manage_services_serviceId_agents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/agents/tools/{operation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text that a model reads about an operation, if the operation is offered */
        get: operations["get__api_manage_services_serviceId_agents_tools_operation_"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/calls/{requestId}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Save a call whose bodies were recorded for the call log as a recording that the service can replay */
        post: operations["post__api_manage_services_serviceId_calls_requestId_recording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/connection-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one harmless message with the stored credentials and return the outcome; nothing is charged */
        post: operations["post__api_manage_services_serviceId_connection_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the credentials of the service are stored; their content is never shown */
        get: operations["get__api_manage_services_serviceId_credentials"];
        /** Set the credentials that every call of the service sends; they are never shown again */
        put: operations["put__api_manage_services_serviceId_credentials"];
        post?: never;
        /** Remove the credentials of the service */
        delete: operations["delete__api_manage_services_serviceId_credentials"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/deprecation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deprecation of a service; null if there is none */
        get: operations["get__api_manage_services_serviceId_deprecation"];
        /** Deprecate a service: every response announces it, with the date of removal */
        put: operations["put__api_manage_services_serviceId_deprecation"];
        post?: never;
        /** Remove the deprecation of a service */
        delete: operations["delete__api_manage_services_serviceId_deprecation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/deprecations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deprecations of a service and its operations, and what waiting revisions announce */
        get: operations["get__api_manage_services_serviceId_deprecations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The design of the live revision, what it fills in each operation, and which secrets it names; their values are never shown */
        get: operations["get__api_manage_services_serviceId_design"];
        /** Set the design of a service: stores the live revision again with this design, and publishes it unless `activate` is `never` */
        put: operations["put__api_manage_services_serviceId_design"];
        post?: never;
        /** Publish the live revision again without a design; the secrets stay */
        delete: operations["delete__api_manage_services_serviceId_design"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/design/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a design without storing it: every problem, or the changes for clients of the live revision and the secrets that it names */
        post: operations["post__api_manage_services_serviceId_design_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/design/example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show one operation of the live revision without and with a design, which is not stored: the same example in both forms, and every problem of the design */
        post: operations["post__api_manage_services_serviceId_design_example"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/design/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What clients see of one operation with a design, without storing it: an example of its input, its OpenAPI document and its tool for agents */
        post: operations["post__api_manage_services_serviceId_design_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/design/proposal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A first design of the live revision for an owner to edit, which is never applied by itself; the members of all inputs and results without a design; and the JSON Schema of designs */
        get: operations["get__api_manage_services_serviceId_design_proposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/design/secrets/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a secret of the design is stored; its value is never shown */
        get: operations["get__api_manage_services_serviceId_design_secrets_secret_"];
        /** Set a secret that the design names, for every call from now on; it is sealed and never shown again. No revision is needed */
        put: operations["put__api_manage_services_serviceId_design_secrets_secret_"];
        post?: never;
        /** Remove a secret of the design; calls that need it fail until it is set again */
        delete: operations["delete__api_manage_services_serviceId_design_secrets_secret_"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/files/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download one of openapi-3.0.json, openapi-3.0.yaml, openapi-3.1.json, openapi-3.1.yaml, types.ts; with routes- before openapi, of the routes of its design; on the Starter and Pro plans */
        get: operations["get__api_manage_services_serviceId_files_file_"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/headers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the headers of the service are stored; their content is never shown */
        get: operations["get__api_manage_services_serviceId_headers"];
        /** Set the headers that every call of the service sends; they are never shown again */
        put: operations["put__api_manage_services_serviceId_headers"];
        post?: never;
        /** Remove the headers of the service */
        delete: operations["delete__api_manage_services_serviceId_headers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/operations/{operation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The settings of an operation, and its input and output, with an example of each */
        get: operations["get__api_manage_services_serviceId_operations_operation_"];
        /** Set the method policy, the cache time and the unwrap mode of an operation */
        put: operations["put__api_manage_services_serviceId_operations_operation_"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/operations/{operation}/deprecation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deprecation of an operation; null if there is none */
        get: operations["get__api_manage_services_serviceId_operations_operation_deprecation"];
        /** Deprecate an operation: every response announces it, with the date of removal */
        put: operations["put__api_manage_services_serviceId_operations_operation_deprecation"];
        post?: never;
        /** Remove the deprecation of an operation */
        delete: operations["delete__api_manage_services_serviceId_operations_operation_deprecation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/operations/{operation}/example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The saved example input of an operation; null if there is none */
        get: operations["get__api_manage_services_serviceId_operations_operation_example"];
        /** Save a valid example input of an operation, which the dashboard then starts with */
        put: operations["put__api_manage_services_serviceId_operations_operation_example"];
        post?: never;
        /** Delete the saved example of an operation, so that the generated one is used again */
        delete: operations["delete__api_manage_services_serviceId_operations_operation_example"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/operations/{operation}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Release an operation that is held because it stalled processes */
        delete: operations["delete__api_manage_services_serviceId_operations_operation_hold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/operations/{operation}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call an operation without an API key and see the SOAP messages; limited and charged like any other call */
        post: operations["post__api_manage_services_serviceId_operations_operation_try"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/operations/{operation}/validation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Validate an input as a call would, and list every problem; nothing is sent */
        post: operations["post__api_manage_services_serviceId_operations_operation_validation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page of a service for its consumers: who may read it, and its address */
        get: operations["get__api_manage_services_serviceId_page"];
        /** Choose who may read the page of a service: nobody (`off`), whoever has its link (`link`), or everybody (`public`). A page that was not read by link gets a new link; `newLink` replaces an existing one, which ends at once */
        put: operations["put__api_manage_services_serviceId_page"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/proxy-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a login at the proxy of the service is stored; its content is never shown */
        get: operations["get__api_manage_services_serviceId_proxy_login"];
        /** Set the login at the proxy of the service; it is never shown again */
        put: operations["put__api_manage_services_serviceId_proxy_login"];
        post?: never;
        /** Remove the login at the proxy of the service */
        delete: operations["delete__api_manage_services_serviceId_proxy_login"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The recorded calls of a service, newest first, page by page, and the room that all services of the account share. `search` finds a part of the name or the operation */
        get: operations["get__api_manage_services_serviceId_recordings"];
        put?: never;
        /** Add a folder from `soapstone record` or from a download of this API, as files or as a zip archive. If any file has a problem, nothing is added and every problem is reported */
        post: operations["post__api_manage_services_serviceId_recordings"];
        /** Delete every recorded call of a service */
        delete: operations["delete__api_manage_services_serviceId_recordings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/recordings.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The recorded calls as a folder for `soapstone mock --recordings` and `soapstone record --against`, with one folder for each of several WSDL services */
        get: operations["get__api_manage_services_serviceId_recordings_zip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/recordings/{recordingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a recorded call */
        delete: operations["delete__api_manage_services_serviceId_recordings_recordingId_"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The imports of a service, newest first, page by page. `liveBefore` is the newest revision before the live one that has been live; null if there is none */
        get: operations["get__api_manage_services_serviceId_revisions"];
        put?: never;
        /** Import the documents of a service again, and return what changes for its clients; a failed import changes nothing */
        post: operations["post__api_manage_services_serviceId_revisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A revision, and what it changes for clients of the live revision or of the one that `from` names */
        get: operations["get__api_manage_services_serviceId_revisions_number_"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions/{number}/announcement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Announce the operations that a waiting revision removes as deprecated: every response of theirs says so until the revision is published or rejected */
        put: operations["put__api_manage_services_serviceId_revisions_number_announcement"];
        post?: never;
        /** Withdraw the announcement of a waiting revision */
        delete: operations["delete__api_manage_services_serviceId_revisions_number_announcement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions/{number}/callers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API keys that called operations in the last 30 days which a revision changes for clients of the live one; `breaking` leaves out operations whose changes break nobody. Calls are those of the call log, in which calls beyond ten a second are not listed */
        get: operations["get__api_manage_services_serviceId_revisions_number_callers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions/{number}/in-force": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Publish a revision: one that is waiting, or an earlier one again. The announcements of the service end, because each compares a revision with the live one */
        put: operations["put__api_manage_services_serviceId_revisions_number_in_force"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions/{number}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Reject a revision that was never live, which ends its announcement; it can still be published later */
        put: operations["put__api_manage_services_serviceId_revisions_number_rejected"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/revisions/{number}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The grade of each operation of each port (exact, degraded or unsupported), and the reasons */
        get: operations["get__api_manage_services_serviceId_revisions_number_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session with the SOAP service that the design describes: whether it is open, until when, and why the last login failed; its token is never shown */
        get: operations["get__api_manage_services_serviceId_session"];
        put?: never;
        /** Log in now, if no session is open. A login that failed is tried again after 30 seconds at the earliest; `failure` says why */
        post: operations["post__api_manage_services_serviceId_session"];
        /** End the session, with the logout of the design if it has one; the next call logs in again. `failure` says why the logout failed */
        delete: operations["delete__api_manage_services_serviceId_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/session/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Hand in the token of a session that a program makes (`token: { provided: … }` in the design), and the time of its end; it replaces the one before it, is sealed and never shown */
        put: operations["put__api_manage_services_serviceId_session_token"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How often the WSDL of a service is checked for changes, what happens to a change that breaks no client, and the last check */
        get: operations["get__api_manage_services_serviceId_watch"];
        /** Choose how often the WSDL of a service is checked, and whether a change that breaks no client and leaves the SOAP side as it is goes live by itself (`safe`) or waits (`never`). Changes that break clients always wait */
        put: operations["put__api_manage_services_serviceId_watch"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/watch/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the WSDL of a service now. The node that makes the checks begins within seconds; `checkedAt` of the watch changes when it has ended */
        post: operations["post__api_manage_services_serviceId_watch_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/services/{serviceId}/wsdl-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a login at the server of the WSDL, for checks and for imports from there is stored; its content is never shown */
        get: operations["get__api_manage_services_serviceId_wsdl_login"];
        /** Set the login at the server of the WSDL, for checks and for imports from there; it is never shown again */
        put: operations["put__api_manage_services_serviceId_wsdl_login"];
        post?: never;
        /** Remove the login at the server of the WSDL, for checks and for imports from there */
        delete: operations["delete__api_manage_services_serviceId_wsdl_login"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and the token that changes must carry */
        get: operations["get__api_manage_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sessions of the user, last used first */
        get: operations["get__api_manage_sessions"];
        put?: never;
        post?: never;
        /** End every other session of the user */
        delete: operations["delete__api_manage_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one session of the user */
        delete: operations["delete__api_manage_sessions_sessionId_"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who may sign up */
        get: operations["get__api_manage_sign_up"];
        put?: never;
        /** Create an account on the plan for sign-ups, unless the email address has one; the response does not reveal which. Then log in */
        post: operations["post__api_manage_sign_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/token-issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The authorization servers whose access tokens the account may accept from agents */
        get: operations["get__api_manage_token_issuers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The billing period, the calls of the last seven days by operation (the 1000 most called), and the newest calls */
        get: operations["get__api_manage_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/usage/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls per UTC day, oldest first, with the errors among them by type, and the calls of the 100 most called services. `charged` calls used quota; null before it was counted */
        get: operations["get__api_manage_usage_days"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/usage/days.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls per UTC day as CSV */
        get: operations["get__api_manage_usage_days_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/usage/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls per UTC hour, oldest first, for at most a week, and the calls of the 100 most called services in that time; percentiles in milliseconds, of the newest 20000 listed calls that were sent */
        get: operations["get__api_manage_usage_hours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/usage/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The calls with each API key, the 100 most used ones first; those from the dashboard have the id `try-it`, and deleted keys no name */
        get: operations["get__api_manage_usage_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/usage/latency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long calls took by operation, in milliseconds, the 100 most called first; of the newest 20000 listed calls that were sent */
        get: operations["get__api_manage_usage_latency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/verify-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use the link of an email that verifies an address */
        post: operations["post__api_manage_verify_address"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhooks of the account, oldest first; their secrets are never shown */
        get: operations["get__api_manage_webhooks"];
        put?: never;
        /** Create a webhook: events of the account are sent to its URL, signed as the Standard Webhooks specification says. Only this response ever shows the secret */
        post: operations["post__api_manage_webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A webhook; its secret is never shown */
        get: operations["get__api_manage_webhooks_webhookId_"];
        put?: never;
        post?: never;
        /** Delete a webhook with its deliveries */
        delete: operations["delete__api_manage_webhooks_webhookId_"];
        options?: never;
        head?: never;
        /** Change a webhook. Members that are left out stay as they are. While it is off, new events are not sent to it, and those that wait stay */
        patch: operations["patch__api_manage_webhooks_webhookId_"];
        trace?: never;
    };
    "/api/manage/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deliveries to a webhook with their attempts, newest first, page by page. The newest 1,000 that are over are kept */
        get: operations["get__api_manage_webhooks_webhookId_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/webhooks/{webhookId}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a webhook, which only this response ever shows. With an overlap, deliveries are signed with both secrets */
        post: operations["post__api_manage_webhooks_webhookId_roll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/manage/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event of the type `webhook.test` to a webhook that is on; its deliveries show the outcome */
        post: operations["post__api_manage_webhooks_webhookId_test"];
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
            /** Format: date-time */
            closesAt: string | null;
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
                name: "Free" | "Starter" | "Pro";
                next: {
                    /** Format: date-time */
                    at: string;
                    /** @enum {unknown} */
                    name: "Free" | "Starter" | "Pro";
                } | null;
                services: number | null;
            };
        };
        Announcement: {
            /** Format: date-time */
            at: string;
            link: string | null;
            operations: string[];
            revision: number;
            /** Format: date-time */
            sunset: string | null;
        };
        BrokenLine: {
            at: string[];
            message: string;
            unusable: boolean;
        };
        Call: {
            /** @enum {unknown} */
            answers?: "mock" | "record" | "replay";
            /** Format: date-time */
            at: string;
            cached: boolean;
            charged: boolean;
            code?: string;
            keyId?: string;
            keyName?: string;
            latencyMs: number;
            method: string;
            operation?: string;
            requested?: string;
            requestId: string;
            serviceId?: string;
            serviceName?: string;
            status: number;
            type?: string;
        };
        ChangedMeanwhile: {
            error: {
                /** @enum {unknown} */
                code: "CHANGED_MEANWHILE";
                current?: {
                    [key: string]: unknown;
                };
                message: string;
                requestId: string;
                type: string;
            };
        };
        ConnectionTest: {
            answer: components["schemas"]["UnusableAnswer"] | null;
            latencyMs: number;
            message: string;
            proposal: {
                /** @enum {unknown} */
                kind: "endpoint" | "credentials" | "client-certificate" | "authority" | "settings";
                message: string;
                settings: {
                    /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                    compatibility?: {
                        /**
                         * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                         * @enum {unknown}
                         */
                        connection?: "close";
                        /**
                         * @description Requests have no `Accept-Encoding`.
                         * @enum {unknown}
                         */
                        encoding?: "identity";
                        /**
                         * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                         * @enum {unknown}
                         */
                        headerNames?: "specification";
                        /**
                         * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                         * @enum {unknown}
                         */
                        http?: "1.0";
                        /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                        legacyRenegotiation?: boolean;
                        /**
                         * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                         * @enum {unknown}
                         */
                        minimumTls?: "1.0" | "1.1";
                        /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                        weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                    };
                    /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                    endpoint?: string;
                    /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                    lenientHttp?: boolean;
                } | null;
            } | null;
            reached: boolean;
            secured: boolean;
            status: number | null;
            /** @enum {unknown} */
            verdict: "answers" | "needs-login" | "rejects-credentials" | "unreachable" | "not-soap";
        };
        ContractChange: {
            after?: string;
            aspect?: string;
            before?: string;
            breaking: boolean;
            /** @enum {unknown} */
            change: "added" | "removed" | "required" | "optional" | "nullable" | "not-nullable" | "type" | "values" | "form" | "choice" | "soap";
            /** @enum {unknown} */
            message?: "input" | "query" | "output" | "fault" | "headers" | "route";
            operation: string;
            path: string;
        };
        Delivery: {
            attempts: {
                /** Format: date-time */
                at: string;
                error: string | null;
                latencyMs: number;
                status: number | null;
            }[];
            /** Format: date-time */
            createdAt: string;
            eventId: string;
            id: string;
            /** Format: date-time */
            nextAt: string | null;
            /** @enum {unknown} */
            state: "pending" | "delivered" | "failed";
            title: string;
            /** @enum {unknown} */
            type: "quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired";
        };
        Designed: {
            breaking: boolean;
            changes: components["schemas"]["ContractChange"][];
            inForce: boolean;
            number: number;
        };
        DesignProblem: {
            at: string[];
            message: string;
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
            severity: "error" | "warning" | "info";
        };
        Draft: {
            /** Format: date-time */
            createdAt: string;
            diagnostics: components["schemas"]["Diagnostic"][];
            draftId: string;
            endpointProblem: string | null;
            /** Format: date-time */
            expiresAt: string;
            missing: {
                reason: string;
                uri: string;
            }[];
            name: string;
            /** @enum {unknown} */
            origin: "url" | "files";
            ports: components["schemas"]["DraftPort"][];
            room: {
                most: number | null;
                services: number;
            };
            same: {
                name: string;
                serviceId: string;
                slug: string;
            }[];
            settings: {
                /**
                 * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                 * @enum {unknown}
                 */
                addressing: "auto" | "always" | "never";
                /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                addressingProperties: {
                    /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                    action?: string;
                    /** @description The address of `wsa:FaultTo`. Default: no such block. */
                    faultTo?: string;
                    /** @description The address of `wsa:From`. Default: no such block. */
                    from?: string;
                    /** @description The blocks with `mustUnderstand`. Default: none. */
                    mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                    /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                    replyTo?: string;
                    /** @description `wsa:To`. Default: the address that is called. */
                    to?: string;
                    /**
                     * @description The version of WS-Addressing. Default: 1.0.
                     * @enum {unknown}
                     */
                    version?: "1.0" | "2004/08";
                } | null;
                /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                agentDescriptions: {
                    [key: string]: string;
                } | null;
                /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                agents: {
                    /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                    operations: {
                        [key: string]: "no" | "read-only" | "yes";
                    };
                } | null;
                /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                allowUndeclaredAttachments: boolean | null;
                /** @description Whether header blocks that the WSDL does not declare are passed on. */
                allowUndeclaredHeaders: boolean;
                /**
                 * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                 * @enum {unknown}
                 */
                answers: "live" | "mock" | "record" | "replay";
                /** Format: date-time */
                captureUntil: string | null;
                /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                compatibility: {
                    /**
                     * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    connection?: "close";
                    /**
                     * @description Requests have no `Accept-Encoding`.
                     * @enum {unknown}
                     */
                    encoding?: "identity";
                    /**
                     * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                     * @enum {unknown}
                     */
                    headerNames?: "specification";
                    /**
                     * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    http?: "1.0";
                    /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                    legacyRenegotiation?: boolean;
                    /**
                     * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                     * @enum {unknown}
                     */
                    minimumTls?: "1.0" | "1.1";
                    /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                    weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                } | null;
                /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                corsOrigins: string[];
                /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                endpoint: string | null;
                /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                lenientHttp: boolean | null;
                /**
                 * @description The method policy of operations that are set to `Inherit`.
                 * @enum {unknown}
                 */
                methodPolicy: "POST" | "GET" | "GET + POST";
                /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                mock: boolean;
                /**
                 * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                 * @enum {unknown|null}
                 */
                mtom: "auto" | "always" | "never" | null;
                /**
                 * @description How large numbers appear in JSON.
                 * @enum {unknown}
                 */
                numbers: "number" | "string";
                /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                proxy: string | null;
                /** @description The ports that are called. Default: the first SOAP port of each portType. */
                select: {
                    port?: string;
                    /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                    ports?: {
                        port: string;
                        service: string;
                    }[];
                    service?: string;
                    /** @enum {unknown} */
                    soapVersion?: "1.1" | "1.2";
                } | null;
                /** @description Whether a response that deviates from the WSDL is an error. */
                strictResponses: boolean;
                /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                timeoutMs: number | null;
                /**
                 * @description How much of the response wrapper is left out.
                 * @enum {unknown}
                 */
                unwrap: "record" | "payload" | "none";
                /**
                 * @description What wildcards with processContents="strict" accept.
                 * @enum {unknown}
                 */
                wildcards: "known" | "lax" | "strict";
            };
            slug: string;
            slugTaken: boolean;
            source: string;
        };
        DraftPort: {
            address: string | null;
            operations: {
                /** @enum {unknown} */
                compatibility: "exact" | "degraded" | "unsupported";
                diagnostics: number[];
                exposedAs: string | null;
                name: string;
            }[];
            port: string;
            problem: string | null;
            security: components["schemas"]["SecurityDemands"] | null;
            securityPolicies: string[];
            selected: boolean;
            service: string;
            /** @enum {unknown} */
            soapVersion: "1.1" | "1.2";
        };
        Error: {
            error: {
                code: string;
                details?: components["schemas"]["ValidationError"][];
                message: string;
                requestId: string;
                truncated?: boolean;
                type: string;
            };
        };
        Event: {
            /** Format: date-time */
            createdAt: string;
            data: {
                [key: string]: unknown;
            };
            id: string;
            important: boolean;
            page: string;
            /** Format: date-time */
            readAt: string | null;
            title: string;
            /** @enum {unknown} */
            type: "quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired";
        };
        GradedOperation: {
            exposedAs: string | null;
            findings: number[];
            /** @enum {unknown} */
            grade: "exact" | "degraded" | "unsupported";
            operation: string;
            port: string | null;
            reason: string | null;
            service: string | null;
        };
        Health: {
            catalogBytes: number;
            catalogServices: number;
            connections: number;
            database: {
                /** @enum {unknown} */
                kind: "SQLite" | "PostgreSQL";
                responds: boolean;
            };
            heapBytes: number;
            heapLimit: number;
            mappingWaiting: number;
            node: string;
            pressure: number;
            redis: {
                responds: boolean;
            } | null;
            uptimeSeconds: number;
            version: string;
        };
        Invitation: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            /** @enum {unknown|null} */
            plan: "Free" | "Starter" | "Pro" | null;
            /** @enum {unknown} */
            role: "owner" | "administrator";
            /** Format: date-time */
            usedAt: string | null;
        };
        Job: {
            documentCount: number;
            documents: string[];
            error: {
                code: string;
                details?: components["schemas"]["ValidationError"][];
                message: string;
                type: string;
            } | null;
            jobId: string;
            result: unknown;
            /** @enum {unknown} */
            state: "running" | "done" | "failed" | "cancelled";
            /** @enum {unknown} */
            step: "fetching" | "reading" | "compiling" | "describing" | "storing";
        };
        JobBegun: {
            eventsUrl: string;
            jobId: string;
            url: string;
        };
        Key: {
            addresses: string[] | null;
            callsPerMinute: number | null;
            callsPerPeriod: number | null;
            /** Format: date-time */
            createdAt: string;
            etag: string;
            /** Format: date-time */
            expiresAt: string | null;
            hint: string;
            id: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            lastUsedFrom: string | null;
            name: string;
            operations: string[] | null;
            /** Format: date-time */
            previousUntil: string | null;
            /** @enum {unknown} */
            purpose: "live" | "management";
            readOnly: boolean;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            rolledAt: string | null;
            token: {
                audience: string | null;
                issuer: string;
                scopes: string[];
            } | null;
        };
        ListedDraft: {
            /** Format: date-time */
            createdAt: string;
            draftId: string;
            /** Format: date-time */
            expiresAt: string;
            name: string;
            source: string;
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
                /**
                 * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                 * @enum {unknown}
                 */
                addressing: "auto" | "always" | "never";
                /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                addressingProperties: {
                    /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                    action?: string;
                    /** @description The address of `wsa:FaultTo`. Default: no such block. */
                    faultTo?: string;
                    /** @description The address of `wsa:From`. Default: no such block. */
                    from?: string;
                    /** @description The blocks with `mustUnderstand`. Default: none. */
                    mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                    /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                    replyTo?: string;
                    /** @description `wsa:To`. Default: the address that is called. */
                    to?: string;
                    /**
                     * @description The version of WS-Addressing. Default: 1.0.
                     * @enum {unknown}
                     */
                    version?: "1.0" | "2004/08";
                } | null;
                /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                agentDescriptions: {
                    [key: string]: string;
                } | null;
                /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                agents: {
                    /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                    operations: {
                        [key: string]: "no" | "read-only" | "yes";
                    };
                } | null;
                /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                allowUndeclaredAttachments: boolean | null;
                /** @description Whether header blocks that the WSDL does not declare are passed on. */
                allowUndeclaredHeaders: boolean;
                /**
                 * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                 * @enum {unknown}
                 */
                answers: "live" | "mock" | "record" | "replay";
                /** Format: date-time */
                captureUntil: string | null;
                /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                compatibility: {
                    /**
                     * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    connection?: "close";
                    /**
                     * @description Requests have no `Accept-Encoding`.
                     * @enum {unknown}
                     */
                    encoding?: "identity";
                    /**
                     * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                     * @enum {unknown}
                     */
                    headerNames?: "specification";
                    /**
                     * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    http?: "1.0";
                    /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                    legacyRenegotiation?: boolean;
                    /**
                     * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                     * @enum {unknown}
                     */
                    minimumTls?: "1.0" | "1.1";
                    /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                    weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                } | null;
                /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                corsOrigins: string[];
                /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                endpoint: string | null;
                /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                lenientHttp: boolean | null;
                /**
                 * @description The method policy of operations that are set to `Inherit`.
                 * @enum {unknown}
                 */
                methodPolicy: "POST" | "GET" | "GET + POST";
                /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                mock: boolean;
                /**
                 * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                 * @enum {unknown|null}
                 */
                mtom: "auto" | "always" | "never" | null;
                /**
                 * @description How large numbers appear in JSON.
                 * @enum {unknown}
                 */
                numbers: "number" | "string";
                /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                proxy: string | null;
                /** @description The ports that are called. Default: the first SOAP port of each portType. */
                select: {
                    port?: string;
                    /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                    ports?: {
                        port: string;
                        service: string;
                    }[];
                    service?: string;
                    /** @enum {unknown} */
                    soapVersion?: "1.1" | "1.2";
                } | null;
                /** @description Whether a response that deviates from the WSDL is an error. */
                strictResponses: boolean;
                /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                timeoutMs: number | null;
                /**
                 * @description How much of the response wrapper is left out.
                 * @enum {unknown}
                 */
                unwrap: "record" | "payload" | "none";
                /**
                 * @description What wildcards with processContents="strict" accept.
                 * @enum {unknown}
                 */
                wildcards: "known" | "lax" | "strict";
            };
            slug: string;
            source: string;
            /** @enum {unknown} */
            status: "active" | "paused";
            traffic: {
                calls: number[];
                errors: number[];
                /** Format: date-time */
                from: string;
                stepSeconds: number;
            };
            /** Format: date-time */
            updatedAt: string;
        };
        MailSettings: {
            address: string;
            enabled: boolean;
            types: ("quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired")[] | null;
            /** Format: date-time */
            verifiedAt: string | null;
        };
        NewInvitation: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            link: string;
            /** @enum {unknown|null} */
            plan: "Free" | "Starter" | "Pro" | null;
            /** @enum {unknown} */
            role: "owner" | "administrator";
            /** Format: date-time */
            usedAt: string | null;
        };
        NewKey: {
            addresses: string[] | null;
            callsPerMinute: number | null;
            callsPerPeriod: number | null;
            /** Format: date-time */
            createdAt: string;
            etag: string;
            /** Format: date-time */
            expiresAt: string | null;
            hint: string;
            id: string;
            key: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
            lastUsedFrom: string | null;
            name: string;
            operations: string[] | null;
            /** Format: date-time */
            previousUntil: string | null;
            /** @enum {unknown} */
            purpose: "live" | "management";
            readOnly: boolean;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            rolledAt: string | null;
            token: {
                audience: string | null;
                issuer: string;
                scopes: string[];
            } | null;
        };
        NewWebhook: {
            /** Format: date-time */
            createdAt: string;
            /** @enum {unknown|null} */
            disabledReason: "gone" | null;
            enabled: boolean;
            etag: string;
            id: string;
            name: string;
            /** Format: date-time */
            previousSecretUntil: string | null;
            secret: string;
            types: ("quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired")[] | null;
            url: string;
        };
        Operation: {
            cacheSeconds: number;
            /** @enum {unknown} */
            compatibility: "exact" | "degraded" | "unsupported";
            diagnostics: number[];
            documentation: string | null;
            etag: string;
            getRefused: string | null;
            /** Format: date-time */
            heldSince: string | null;
            /** @enum {unknown} */
            methodPolicy: "Inherit" | "POST" | "GET" | "GET + POST";
            methods: ("GET" | "POST")[];
            name: string;
            oneWay: boolean;
            port: string;
            queryRefused: string | null;
            querySafe: boolean;
            readStyle: boolean;
            service: string;
            soapAction: string;
            /** @enum {unknown} */
            soapVersion: "1.1" | "1.2";
            /** @enum {unknown} */
            style: "document" | "rpc";
            /** @enum {string|null} */
            unwrap: "record" | "payload" | "none" | null;
            /** @enum {unknown} */
            use: "literal" | "encoded";
        };
        OperationDetail: {
            documentation: string | null;
            exampleInput: string;
            exampleResult: string;
            faults: string[];
            headerBlocks: string[];
            inputSchema: {
                [key: string]: unknown;
            };
            name: string;
            queryParameters: {
                documentation: string | null;
                name: string;
                repeated: boolean;
                required: boolean;
                type: string;
                values: string[] | null;
            }[];
            resultSchema: {
                [key: string]: unknown;
            };
            savedExample: string | null;
            savedExampleEtag: string;
            settings: {
                cacheSeconds: number;
                /** @enum {unknown} */
                methodPolicy: "Inherit" | "POST" | "GET" | "GET + POST";
                /** @enum {string|null} */
                unwrap: "record" | "payload" | "none" | null;
            };
        };
        OperationSettings: {
            /** @description How long a response to a GET may be reused, in seconds; 0 turns caching off. */
            cacheSeconds: number;
            /** @enum {unknown} */
            methodPolicy: "Inherit" | "POST" | "GET" | "GET + POST";
            /** @enum {unknown} */
            unwrap?: "record" | "payload" | "none";
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
            concurrentCalls: number;
            get: boolean;
            /** @enum {unknown} */
            name: "Free" | "Starter" | "Pro";
            openapi: boolean;
            services: number | null;
        };
        Port: {
            address: string | null;
            exposed: boolean;
            operations: number;
            port: string;
            problem: string | null;
            security: components["schemas"]["SecurityDemands"] | null;
            service: string;
            /** @enum {unknown} */
            soapVersion: "1.1" | "1.2";
        };
        Recording: {
            /** Format: date-time */
            at: string;
            bytes: number;
            name: string;
            operation: string;
            recordingId: string;
            status: number;
        };
        Reimported: {
            breaking: boolean;
            changes: components["schemas"]["ContractChange"][];
            design: components["schemas"]["BrokenLine"][];
            diagnostics: components["schemas"]["Diagnostic"][];
            inForce: boolean;
            number: number;
        };
        Report: {
            counts: {
                degraded: number;
                exact: number;
                unsupported: number;
            };
            diagnostics: components["schemas"]["Diagnostic"][];
            operations: components["schemas"]["GradedOperation"][];
            revision: number;
        };
        Revision: {
            /** Format: date-time */
            createdAt: string;
            designed: boolean;
            diagnostics: number;
            grades: {
                degraded: number;
                exact: number;
                unsupported: number;
            } | null;
            inForce: boolean;
            /** Format: date-time */
            liveAt: string | null;
            number: number;
            /** Format: date-time */
            rejectedAt: string | null;
            replaced: boolean;
            source: string;
            watched: boolean;
        };
        RevisionDetail: {
            announcement: components["schemas"]["Announcement"] | null;
            breaking: boolean;
            changes: components["schemas"]["ContractChange"][];
            /** Format: date-time */
            createdAt: string;
            design: components["schemas"]["BrokenLine"][];
            diagnostics: components["schemas"]["Diagnostic"][];
            from: number;
            inForce: boolean;
            number: number;
            source: string;
        };
        SecurityDemands: {
            gaps: {
                assertion: string;
                reason: string;
            }[];
            legacy: {
                /** @enum {unknown} */
                algorithm: "sha1" | "cbc" | "rsa-1_5";
                assertion: string;
                reason: string;
            }[];
            legacyTemplate: unknown;
            needs: {
                member: string;
                text: string;
            }[];
            notes: string[];
            /** @enum {unknown} */
            state: "supported" | "legacy" | "unsupported";
            template: unknown;
            wants: string[];
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
                /**
                 * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                 * @enum {unknown}
                 */
                addressing: "auto" | "always" | "never";
                /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                addressingProperties: {
                    /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                    action?: string;
                    /** @description The address of `wsa:FaultTo`. Default: no such block. */
                    faultTo?: string;
                    /** @description The address of `wsa:From`. Default: no such block. */
                    from?: string;
                    /** @description The blocks with `mustUnderstand`. Default: none. */
                    mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                    /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                    replyTo?: string;
                    /** @description `wsa:To`. Default: the address that is called. */
                    to?: string;
                    /**
                     * @description The version of WS-Addressing. Default: 1.0.
                     * @enum {unknown}
                     */
                    version?: "1.0" | "2004/08";
                } | null;
                /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                agentDescriptions: {
                    [key: string]: string;
                } | null;
                /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                agents: {
                    /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                    operations: {
                        [key: string]: "no" | "read-only" | "yes";
                    };
                } | null;
                /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                allowUndeclaredAttachments: boolean | null;
                /** @description Whether header blocks that the WSDL does not declare are passed on. */
                allowUndeclaredHeaders: boolean;
                /**
                 * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                 * @enum {unknown}
                 */
                answers: "live" | "mock" | "record" | "replay";
                /** Format: date-time */
                captureUntil: string | null;
                /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                compatibility: {
                    /**
                     * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    connection?: "close";
                    /**
                     * @description Requests have no `Accept-Encoding`.
                     * @enum {unknown}
                     */
                    encoding?: "identity";
                    /**
                     * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                     * @enum {unknown}
                     */
                    headerNames?: "specification";
                    /**
                     * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    http?: "1.0";
                    /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                    legacyRenegotiation?: boolean;
                    /**
                     * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                     * @enum {unknown}
                     */
                    minimumTls?: "1.0" | "1.1";
                    /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                    weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                } | null;
                /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                corsOrigins: string[];
                /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                endpoint: string | null;
                /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                lenientHttp: boolean | null;
                /**
                 * @description The method policy of operations that are set to `Inherit`.
                 * @enum {unknown}
                 */
                methodPolicy: "POST" | "GET" | "GET + POST";
                /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                mock: boolean;
                /**
                 * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                 * @enum {unknown|null}
                 */
                mtom: "auto" | "always" | "never" | null;
                /**
                 * @description How large numbers appear in JSON.
                 * @enum {unknown}
                 */
                numbers: "number" | "string";
                /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                proxy: string | null;
                /** @description The ports that are called. Default: the first SOAP port of each portType. */
                select: {
                    port?: string;
                    /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                    ports?: {
                        port: string;
                        service: string;
                    }[];
                    service?: string;
                    /** @enum {unknown} */
                    soapVersion?: "1.1" | "1.2";
                } | null;
                /** @description Whether a response that deviates from the WSDL is an error. */
                strictResponses: boolean;
                /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                timeoutMs: number | null;
                /**
                 * @description How much of the response wrapper is left out.
                 * @enum {unknown}
                 */
                unwrap: "record" | "payload" | "none";
                /**
                 * @description What wildcards with processContents="strict" accept.
                 * @enum {unknown}
                 */
                wildcards: "known" | "lax" | "strict";
            };
            slug: string;
            source: string;
            /** @enum {unknown} */
            status: "active" | "paused";
            /** Format: date-time */
            updatedAt: string;
        };
        ServiceDetail: {
            address: string | null;
            certificate: {
                file: string | null;
            } | null;
            /** Format: date-time */
            createdAt: string;
            diagnostics: components["schemas"]["Diagnostic"][];
            endpointProblem: string | null;
            heldRevision: number | null;
            limits: {
                timeoutMs: number;
            };
            name: string;
            openapiUrl: string;
            operationCount: number;
            operations: components["schemas"]["Operation"][];
            ports: components["schemas"]["Port"][];
            proxies: string[];
            proxyUrl: string;
            revision: number;
            secrets: {
                certificates: {
                    endsSoon: boolean;
                    kind: string;
                    subject: string;
                    validTo: string;
                }[];
                credentialKinds: string[];
                credentials: boolean;
                etags: {
                    credentials: string;
                    headers: string;
                    proxyLogin: string;
                    wsdlLogin: string;
                };
                headers: boolean;
                proxyLogin: boolean;
                wsdlLogin: boolean;
            };
            serviceId: string;
            settings: {
                /**
                 * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                 * @enum {unknown}
                 */
                addressing: "auto" | "always" | "never";
                /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                addressingProperties: {
                    /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                    action?: string;
                    /** @description The address of `wsa:FaultTo`. Default: no such block. */
                    faultTo?: string;
                    /** @description The address of `wsa:From`. Default: no such block. */
                    from?: string;
                    /** @description The blocks with `mustUnderstand`. Default: none. */
                    mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                    /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                    replyTo?: string;
                    /** @description `wsa:To`. Default: the address that is called. */
                    to?: string;
                    /**
                     * @description The version of WS-Addressing. Default: 1.0.
                     * @enum {unknown}
                     */
                    version?: "1.0" | "2004/08";
                } | null;
                /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                agentDescriptions: {
                    [key: string]: string;
                } | null;
                /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                agents: {
                    /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                    operations: {
                        [key: string]: "no" | "read-only" | "yes";
                    };
                } | null;
                /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                allowUndeclaredAttachments: boolean | null;
                /** @description Whether header blocks that the WSDL does not declare are passed on. */
                allowUndeclaredHeaders: boolean;
                /**
                 * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                 * @enum {unknown}
                 */
                answers: "live" | "mock" | "record" | "replay";
                /** Format: date-time */
                captureUntil: string | null;
                /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                compatibility: {
                    /**
                     * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    connection?: "close";
                    /**
                     * @description Requests have no `Accept-Encoding`.
                     * @enum {unknown}
                     */
                    encoding?: "identity";
                    /**
                     * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                     * @enum {unknown}
                     */
                    headerNames?: "specification";
                    /**
                     * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                     * @enum {unknown}
                     */
                    http?: "1.0";
                    /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                    legacyRenegotiation?: boolean;
                    /**
                     * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                     * @enum {unknown}
                     */
                    minimumTls?: "1.0" | "1.1";
                    /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                    weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                } | null;
                /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                corsOrigins: string[];
                /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                endpoint: string | null;
                /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                lenientHttp: boolean | null;
                /**
                 * @description The method policy of operations that are set to `Inherit`.
                 * @enum {unknown}
                 */
                methodPolicy: "POST" | "GET" | "GET + POST";
                /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                mock: boolean;
                /**
                 * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                 * @enum {unknown|null}
                 */
                mtom: "auto" | "always" | "never" | null;
                /**
                 * @description How large numbers appear in JSON.
                 * @enum {unknown}
                 */
                numbers: "number" | "string";
                /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                proxy: string | null;
                /** @description The ports that are called. Default: the first SOAP port of each portType. */
                select: {
                    port?: string;
                    /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                    ports?: {
                        port: string;
                        service: string;
                    }[];
                    service?: string;
                    /** @enum {unknown} */
                    soapVersion?: "1.1" | "1.2";
                } | null;
                /** @description Whether a response that deviates from the WSDL is an error. */
                strictResponses: boolean;
                /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                timeoutMs: number | null;
                /**
                 * @description How much of the response wrapper is left out.
                 * @enum {unknown}
                 */
                unwrap: "record" | "payload" | "none";
                /**
                 * @description What wildcards with processContents="strict" accept.
                 * @enum {unknown}
                 */
                wildcards: "known" | "lax" | "strict";
            };
            slug: string;
            source: string;
            /** @enum {unknown} */
            status: "active" | "paused";
            /** Format: date-time */
            updatedAt: string;
        };
        Session: {
            account: components["schemas"]["Account"];
            administrator: boolean;
            csrfToken: string;
            email: string;
        };
        SignedIn: {
            accountId: string;
            csrfToken: string;
            email: string;
        };
        Trial: {
            body: string;
            headers: {
                [key: string]: string;
            };
            soap: {
                answer: components["schemas"]["UnusableAnswer"] | null;
                request: {
                    contentType: string;
                    soapAction: string | null;
                    url: string;
                    xml: string;
                } | null;
                response: {
                    contentType: string | null;
                    status: number;
                    truncated: boolean;
                    xml: string;
                } | null;
            };
            status: number;
            timings: {
                connected: number | null;
                firstByte: number | null;
                queued: number | null;
                total: number;
                upstream: number | null;
            };
        };
        UnusableAnswer: {
            body: string;
            description: string;
            fields: string[];
            statusLine: string;
            truncated: boolean;
        };
        UserSession: {
            /** Format: date-time */
            createdAt: string;
            current: boolean;
            id: string;
            /** Format: date-time */
            lastSeenAt: string;
        };
        ValidationError: {
            expected?: unknown;
            keyword: string;
            message: string;
            parameter?: string;
            path: string;
        };
        Watch: {
            /** @enum {unknown} */
            activate: "safe" | "never";
            /** Format: date-time */
            checkedAt: string | null;
            enabled: boolean;
            /** Format: date-time */
            failingSince: string | null;
            minimumMinutes: number;
            /** Format: date-time */
            nextAt: string | null;
            reason: string | null;
            /** @enum {unknown|null} */
            result: "unchanged" | "waiting" | "held" | "published" | "decided" | "failed" | "no-address" | null;
            revision: number | null;
            /** @enum {unknown} */
            schedule: "off" | "hourly" | "daily" | "weekly";
            url: string | null;
        };
        Webhook: {
            /** Format: date-time */
            createdAt: string;
            /** @enum {unknown|null} */
            disabledReason: "gone" | null;
            enabled: boolean;
            etag: string;
            id: string;
            name: string;
            /** Format: date-time */
            previousSecretUntil: string | null;
            types: ("quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired")[] | null;
            url: string;
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
            query?: {
                after?: string;
                limit?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            accountId: string;
                            /** Format: date-time */
                            closesAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            name: string;
                            /** @enum {unknown} */
                            plan: "Free" | "Starter" | "Pro";
                            /** @enum {unknown} */
                            status: "active" | "suspended";
                            users: string[];
                        }[];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_admin_accounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    billingAnchor?: string;
                    name: string;
                    /** @enum {unknown} */
                    plan?: "Free" | "Starter" | "Pro";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_accounts_csv: {
        parameters: {
            query?: {
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_accounts_accountId_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                        /** Format: date-time */
                        billingAnchor: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        services: number;
                        /** @enum {unknown} */
                        status: "active" | "suspended";
                        users: {
                            administrator: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            userId: string;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch__api_admin_accounts_accountId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    billingAnchor?: string;
                    /** @enum {unknown} */
                    plan?: "Free" | "Starter" | "Pro";
                    /** @enum {unknown} */
                    status?: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_accounts_accountId_audit: {
        parameters: {
            query?: {
                after?: string;
                by?: "person" | "key" | "operator" | "system";
                from?: string;
                limit?: number;
                search?: string;
                to?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        brokenAt?: number | null;
                        entries: {
                            action: string;
                            actor: string;
                            actorName?: string;
                            /** Format: date-time */
                            at: string;
                            number: number;
                            subject: string;
                            subjectName?: string;
                        }[];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_accounts_accountId_audit_export: {
        parameters: {
            query?: {
                by?: "person" | "key" | "operator" | "system";
                from?: string;
                search?: string;
                to?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_admin_accounts_accountId_users_userId_administrator: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                accountId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    administrator: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_admin_accounts_accountId_users_userId_password_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** Format: date-time */
                        expiresAt: string;
                        url: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_audit: {
        parameters: {
            query?: {
                after?: string;
                by?: "person" | "key" | "operator" | "system";
                from?: string;
                limit?: number;
                search?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        brokenAt?: number | null;
                        entries: {
                            action: string;
                            actor: string;
                            actorName?: string;
                            /** Format: date-time */
                            at: string;
                            number: number;
                            subject: string;
                            subjectName?: string;
                        }[];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_audit_export: {
        parameters: {
            query?: {
                by?: "person" | "key" | "operator" | "system";
                from?: string;
                search?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_admin_invitations: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_admin_invitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 7 */
                    days?: number;
                    email?: string;
                    /** @enum {unknown} */
                    plan?: "Free" | "Starter" | "Pro";
                    /** @enum {unknown} */
                    role: "owner" | "administrator";
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_admin_invitations_invitationId_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch__api_manage_account: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_account_closing: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_account_closing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_account_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    plan: "Free" | "Starter" | "Pro";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_audit: {
        parameters: {
            query?: {
                after?: string;
                by?: "person" | "key" | "operator" | "system";
                from?: string;
                limit?: number;
                search?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            action: string;
                            actor: string;
                            actorName?: string;
                            /** Format: date-time */
                            at: string;
                            number: number;
                            subject: string;
                            subjectName?: string;
                        }[];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_audit_export: {
        parameters: {
            query?: {
                by?: "person" | "key" | "operator" | "system";
                from?: string;
                search?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_calls: {
        parameters: {
            query?: {
                after?: string;
                from?: string;
                keyId?: string;
                limit?: number;
                method?: string;
                operation?: string;
                requestId?: string;
                serviceId?: string;
                status?: number;
                to?: string;
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: components["schemas"]["Call"][];
                        next: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_calls_csv: {
        parameters: {
            query?: {
                from?: string;
                keyId?: string;
                method?: string;
                operation?: string;
                requestId?: string;
                serviceId?: string;
                status?: number;
                to?: string;
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_calls_requestId_bodies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        request: string;
                        response: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_drafts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        drafts: components["schemas"]["ListedDraft"][];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_drafts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    archive?: string;
                    /** @description The credentials that the server of `url` requires, and the authorities (PEM) that are trusted there. Used only for its origin while the documents are fetched, and never stored. */
                    credentials?: {
                        basic?: {
                            password: string;
                            username: string;
                        };
                        ca?: string;
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design?: {
                        [key: string]: unknown;
                    } | null;
                    files?: {
                        content: string;
                        path: string;
                    }[];
                    main?: string;
                    name?: string;
                    proxyLogin?: {
                        basic?: {
                            password: string;
                            username: string;
                        };
                        digest?: {
                            password: string;
                            username: string;
                        };
                        kerberos?: {
                            keytab?: string;
                            password?: string;
                            principal: string;
                            servicePrincipal?: string;
                        } | unknown | unknown;
                        ntlm?: {
                            domain?: string;
                            password: string;
                            username: string;
                            workstation?: string;
                        };
                    };
                    settings?: {
                        /**
                         * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                         * @enum {unknown}
                         */
                        addressing?: "auto" | "always" | "never";
                        /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                        addressingProperties?: {
                            /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                            action?: string;
                            /** @description The address of `wsa:FaultTo`. Default: no such block. */
                            faultTo?: string;
                            /** @description The address of `wsa:From`. Default: no such block. */
                            from?: string;
                            /** @description The blocks with `mustUnderstand`. Default: none. */
                            mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                            /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                            replyTo?: string;
                            /** @description `wsa:To`. Default: the address that is called. */
                            to?: string;
                            /**
                             * @description The version of WS-Addressing. Default: 1.0.
                             * @enum {unknown}
                             */
                            version?: "1.0" | "2004/08";
                        } | null;
                        /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                        agentDescriptions?: {
                            [key: string]: string;
                        } | null;
                        /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                        agents?: {
                            /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                            operations: {
                                [key: string]: "no" | "read-only" | "yes";
                            };
                        } | null;
                        /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                        allowUndeclaredAttachments?: boolean | null;
                        /** @description Whether header blocks that the WSDL does not declare are passed on. */
                        allowUndeclaredHeaders?: boolean;
                        /**
                         * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                         * @enum {unknown}
                         */
                        answers?: "live" | "mock" | "record" | "replay";
                        /** @description For how many hours from now the bodies of calls are recorded; 0 stops recording. */
                        captureHours?: number;
                        /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                        compatibility?: {
                            /**
                             * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            connection?: "close";
                            /**
                             * @description Requests have no `Accept-Encoding`.
                             * @enum {unknown}
                             */
                            encoding?: "identity";
                            /**
                             * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                             * @enum {unknown}
                             */
                            headerNames?: "specification";
                            /**
                             * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            http?: "1.0";
                            /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                            legacyRenegotiation?: boolean;
                            /**
                             * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                             * @enum {unknown}
                             */
                            minimumTls?: "1.0" | "1.1";
                            /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                            weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                        } | null;
                        /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                        corsOrigins?: string[];
                        /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                        endpoint?: string | null;
                        /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                        lenientHttp?: boolean | null;
                        /**
                         * @description The method policy of operations that are set to `Inherit`.
                         * @enum {unknown}
                         */
                        methodPolicy?: "POST" | "GET" | "GET + POST";
                        /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                        mock?: boolean;
                        /**
                         * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                         * @enum {unknown|null}
                         */
                        mtom?: "auto" | "always" | "never" | null;
                        /**
                         * @description How large numbers appear in JSON.
                         * @enum {unknown}
                         */
                        numbers?: "number" | "string";
                        /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                        proxy?: string | null;
                        /** @description The ports that are called. Default: the first SOAP port of each portType. */
                        select?: {
                            port?: string;
                            /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                            ports?: {
                                port: string;
                                service: string;
                            }[];
                            service?: string;
                            /** @enum {unknown} */
                            soapVersion?: "1.1" | "1.2";
                        } | null;
                        /** @description Whether a response that deviates from the WSDL is an error. */
                        strictResponses?: boolean;
                        /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                        timeoutMs?: number | null;
                        /**
                         * @description How much of the response wrapper is left out.
                         * @enum {unknown}
                         */
                        unwrap?: "record" | "payload" | "none";
                        /**
                         * @description What wildcards with processContents="strict" accept.
                         * @enum {unknown}
                         */
                        wildcards?: "known" | "lax" | "strict";
                    };
                    slug?: string;
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            /** @description Begun: asked for with `Prefer: respond-async`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBegun"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_drafts_draftId_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_drafts_draftId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch__api_manage_drafts_draftId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design?: {
                        [key: string]: unknown;
                    } | null;
                    name?: string;
                    settings?: {
                        /**
                         * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                         * @enum {unknown}
                         */
                        addressing?: "auto" | "always" | "never";
                        /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                        addressingProperties?: {
                            /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                            action?: string;
                            /** @description The address of `wsa:FaultTo`. Default: no such block. */
                            faultTo?: string;
                            /** @description The address of `wsa:From`. Default: no such block. */
                            from?: string;
                            /** @description The blocks with `mustUnderstand`. Default: none. */
                            mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                            /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                            replyTo?: string;
                            /** @description `wsa:To`. Default: the address that is called. */
                            to?: string;
                            /**
                             * @description The version of WS-Addressing. Default: 1.0.
                             * @enum {unknown}
                             */
                            version?: "1.0" | "2004/08";
                        } | null;
                        /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                        agentDescriptions?: {
                            [key: string]: string;
                        } | null;
                        /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                        agents?: {
                            /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                            operations: {
                                [key: string]: "no" | "read-only" | "yes";
                            };
                        } | null;
                        /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                        allowUndeclaredAttachments?: boolean | null;
                        /** @description Whether header blocks that the WSDL does not declare are passed on. */
                        allowUndeclaredHeaders?: boolean;
                        /**
                         * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                         * @enum {unknown}
                         */
                        answers?: "live" | "mock" | "record" | "replay";
                        /** @description For how many hours from now the bodies of calls are recorded; 0 stops recording. */
                        captureHours?: number;
                        /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                        compatibility?: {
                            /**
                             * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            connection?: "close";
                            /**
                             * @description Requests have no `Accept-Encoding`.
                             * @enum {unknown}
                             */
                            encoding?: "identity";
                            /**
                             * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                             * @enum {unknown}
                             */
                            headerNames?: "specification";
                            /**
                             * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            http?: "1.0";
                            /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                            legacyRenegotiation?: boolean;
                            /**
                             * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                             * @enum {unknown}
                             */
                            minimumTls?: "1.0" | "1.1";
                            /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                            weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                        } | null;
                        /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                        corsOrigins?: string[];
                        /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                        endpoint?: string | null;
                        /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                        lenientHttp?: boolean | null;
                        /**
                         * @description The method policy of operations that are set to `Inherit`.
                         * @enum {unknown}
                         */
                        methodPolicy?: "POST" | "GET" | "GET + POST";
                        /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                        mock?: boolean;
                        /**
                         * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                         * @enum {unknown|null}
                         */
                        mtom?: "auto" | "always" | "never" | null;
                        /**
                         * @description How large numbers appear in JSON.
                         * @enum {unknown}
                         */
                        numbers?: "number" | "string";
                        /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                        proxy?: string | null;
                        /** @description The ports that are called. Default: the first SOAP port of each portType. */
                        select?: {
                            port?: string;
                            /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                            ports?: {
                                port: string;
                                service: string;
                            }[];
                            service?: string;
                            /** @enum {unknown} */
                            soapVersion?: "1.1" | "1.2";
                        } | null;
                        /** @description Whether a response that deviates from the WSDL is an error. */
                        strictResponses?: boolean;
                        /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                        timeoutMs?: number | null;
                        /**
                         * @description How much of the response wrapper is left out.
                         * @enum {unknown}
                         */
                        unwrap?: "record" | "payload" | "none";
                        /**
                         * @description What wildcards with processContents="strict" accept.
                         * @enum {unknown}
                         */
                        wildcards?: "known" | "lax" | "strict";
                    };
                    slug?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_drafts_draftId_files: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    files: {
                        content: string;
                        path: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            /** @description Begun: asked for with `Prefer: respond-async`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBegun"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_drafts_draftId_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                draftId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDetail"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_events: {
        parameters: {
            query?: {
                after?: string;
                important?: boolean;
                limit?: number;
                unread?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_events_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: string[];
                    /** Format: date-time */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        marked: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_jobs_jobId_: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_jobs_jobId_: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_jobs_jobId_events: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Job"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_keys: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                revoked?: boolean;
                search?: string;
                unusedDays?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["Key"][];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The only networks from which the key may be used: addresses, or networks such as `192.0.2.0/24`; null for anywhere */
                    addresses?: string[] | null;
                    /** @description Calls with this key in any 60 seconds; null for the limit of the account */
                    callsPerMinute?: number | null;
                    /** @description Calls with this key in a billing period; null for the quota of the account */
                    callsPerPeriod?: number | null;
                    /** Format: date-time */
                    expiresAt?: string | null;
                    name: string;
                    /** @description The only operations that the key may call, as the JSON API and as tools of agents; null for all */
                    operations?: string[] | null;
                    /** @enum {unknown} */
                    purpose?: "live" | "management";
                    /** @description Whether the key only reads: operations whose own method policy includes GET, or that agents may call as `read-only`; of a management key, GET requests */
                    readOnly?: boolean;
                    /** @description The access tokens that the key stands for, in place of a secret. Agents send them; the JSON API does not accept them */
                    token?: {
                        /** @description The audience that tokens must have; null for the address for agents, of the account or of a service */
                        audience?: string | null;
                        /** @description The authorization server, exactly as its tokens name it: one that the operator allows */
                        issuer: string;
                        /** @description The scopes that tokens must have, all of them */
                        scopes?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_keys_keyId_: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_keys_keyId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch__api_manage_keys_keyId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The only networks from which the key may be used: addresses, or networks such as `192.0.2.0/24`; null for anywhere */
                    addresses?: string[] | null;
                    /** @description Calls with this key in any 60 seconds; null for the limit of the account */
                    callsPerMinute?: number | null;
                    /** @description Calls with this key in a billing period; null for the quota of the account */
                    callsPerPeriod?: number | null;
                    /** Format: date-time */
                    expiresAt?: string | null;
                    name?: string;
                    /** @description The only operations that the key may call, as the JSON API and as tools of agents; null for all */
                    operations?: string[] | null;
                    /** @description Whether the key only reads: operations whose own method policy includes GET, or that agents may call as `read-only`; of a management key, GET requests */
                    readOnly?: boolean;
                    /** @description The access tokens that the key stands for, in place of a secret. Agents send them; the JSON API does not accept them */
                    token?: {
                        /** @description The audience that tokens must have; null for the address for agents, of the account or of a service */
                        audience?: string | null;
                        /** @description The authorization server, exactly as its tokens name it: one that the operator allows */
                        issuer: string;
                        /** @description The scopes that tokens must have, all of them */
                        scopes?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_keys_keyId_roll: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string | null;
                    /** @description How long the secret before it still works. Default 0 */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_mail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettings"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_mail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The types of events that are mailed; null for important events, an empty list for none */
                    types: ("quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired")[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettings"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_mail_address: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_mail_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_operations: {
        parameters: {
            query?: {
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operations: {
                            operation: string;
                            serviceId: string;
                            serviceName: string;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                "application/json": {
                    current: string;
                    next: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_password_forgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        byMail: boolean;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_password_forgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    token: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_plans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ownersMayChange: boolean;
                        plans: components["schemas"]["Plan"][];
                        /** @enum {unknown} */
                        signUp: "Free" | "Starter" | "Pro";
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        next: string | null;
                        services: components["schemas"]["ListedService"][];
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    archive?: string;
                    /** @description The credentials that the server of `url` requires, and the authorities (PEM) that are trusted there. Used only for its origin while the documents are fetched, and never stored. */
                    credentials?: {
                        basic?: {
                            password: string;
                            username: string;
                        };
                        ca?: string;
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design?: {
                        [key: string]: unknown;
                    };
                    files?: {
                        content: string;
                        path: string;
                    }[];
                    main?: string;
                    name?: string;
                    proxyLogin?: {
                        basic?: {
                            password: string;
                            username: string;
                        };
                        digest?: {
                            password: string;
                            username: string;
                        };
                        kerberos?: {
                            keytab?: string;
                            password?: string;
                            principal: string;
                            servicePrincipal?: string;
                        } | unknown | unknown;
                        ntlm?: {
                            domain?: string;
                            password: string;
                            username: string;
                            workstation?: string;
                        };
                    };
                    settings?: {
                        /**
                         * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                         * @enum {unknown}
                         */
                        addressing?: "auto" | "always" | "never";
                        /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                        addressingProperties?: {
                            /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                            action?: string;
                            /** @description The address of `wsa:FaultTo`. Default: no such block. */
                            faultTo?: string;
                            /** @description The address of `wsa:From`. Default: no such block. */
                            from?: string;
                            /** @description The blocks with `mustUnderstand`. Default: none. */
                            mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                            /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                            replyTo?: string;
                            /** @description `wsa:To`. Default: the address that is called. */
                            to?: string;
                            /**
                             * @description The version of WS-Addressing. Default: 1.0.
                             * @enum {unknown}
                             */
                            version?: "1.0" | "2004/08";
                        } | null;
                        /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                        agentDescriptions?: {
                            [key: string]: string;
                        } | null;
                        /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                        agents?: {
                            /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                            operations: {
                                [key: string]: "no" | "read-only" | "yes";
                            };
                        } | null;
                        /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                        allowUndeclaredAttachments?: boolean | null;
                        /** @description Whether header blocks that the WSDL does not declare are passed on. */
                        allowUndeclaredHeaders?: boolean;
                        /**
                         * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                         * @enum {unknown}
                         */
                        answers?: "live" | "mock" | "record" | "replay";
                        /** @description For how many hours from now the bodies of calls are recorded; 0 stops recording. */
                        captureHours?: number;
                        /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                        compatibility?: {
                            /**
                             * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            connection?: "close";
                            /**
                             * @description Requests have no `Accept-Encoding`.
                             * @enum {unknown}
                             */
                            encoding?: "identity";
                            /**
                             * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                             * @enum {unknown}
                             */
                            headerNames?: "specification";
                            /**
                             * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            http?: "1.0";
                            /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                            legacyRenegotiation?: boolean;
                            /**
                             * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                             * @enum {unknown}
                             */
                            minimumTls?: "1.0" | "1.1";
                            /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                            weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                        } | null;
                        /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                        corsOrigins?: string[];
                        /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                        endpoint?: string | null;
                        /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                        lenientHttp?: boolean | null;
                        /**
                         * @description The method policy of operations that are set to `Inherit`.
                         * @enum {unknown}
                         */
                        methodPolicy?: "POST" | "GET" | "GET + POST";
                        /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                        mock?: boolean;
                        /**
                         * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                         * @enum {unknown|null}
                         */
                        mtom?: "auto" | "always" | "never" | null;
                        /**
                         * @description How large numbers appear in JSON.
                         * @enum {unknown}
                         */
                        numbers?: "number" | "string";
                        /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                        proxy?: string | null;
                        /** @description The ports that are called. Default: the first SOAP port of each portType. */
                        select?: {
                            port?: string;
                            /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                            ports?: {
                                port: string;
                                service: string;
                            }[];
                            service?: string;
                            /** @enum {unknown} */
                            soapVersion?: "1.1" | "1.2";
                        } | null;
                        /** @description Whether a response that deviates from the WSDL is an error. */
                        strictResponses?: boolean;
                        /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                        timeoutMs?: number | null;
                        /**
                         * @description How much of the response wrapper is left out.
                         * @enum {unknown}
                         */
                        unwrap?: "record" | "payload" | "none";
                        /**
                         * @description What wildcards with processContents="strict" accept.
                         * @enum {unknown}
                         */
                        wildcards?: "known" | "lax" | "strict";
                    };
                    slug?: string;
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDetail"];
                };
            };
            /** @description Begun: asked for with `Prefer: respond-async`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBegun"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDetail"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch__api_manage_services_serviceId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    settings?: {
                        /**
                         * @description When WS-Addressing header blocks are sent; `auto` sends them where the WSDL requires them or `addressingProperties` is set.
                         * @enum {unknown}
                         */
                        addressing?: "auto" | "always" | "never";
                        /** @description The message addressing properties of every call. A stored or sent header block with the same name replaces the block. */
                        addressingProperties?: {
                            /** @description `wsa:Action` of every operation. Default: the action of the operation in the WSDL. */
                            action?: string;
                            /** @description The address of `wsa:FaultTo`. Default: no such block. */
                            faultTo?: string;
                            /** @description The address of `wsa:From`. Default: no such block. */
                            from?: string;
                            /** @description The blocks with `mustUnderstand`. Default: none. */
                            mustUnderstand?: ("Action" | "To" | "MessageID" | "From" | "ReplyTo" | "FaultTo")[];
                            /** @description The address of `wsa:ReplyTo`. Default: anonymous. A response that is sent elsewhere does not reach the client. */
                            replyTo?: string;
                            /** @description `wsa:To`. Default: the address that is called. */
                            to?: string;
                            /**
                             * @description The version of WS-Addressing. Default: 1.0.
                             * @enum {unknown}
                             */
                            version?: "1.0" | "2004/08";
                        } | null;
                        /** @description What models read about an operation, by its name, in place of the documentation of the WSDL. New revisions and turning agents off keep it. */
                        agentDescriptions?: {
                            [key: string]: string;
                        } | null;
                        /** @description What AI agents may call over the Model Context Protocol; without it, nothing. */
                        agents?: {
                            /** @description Whether agents may call an operation, and whether it only reads, by its name. An operation that is missing here is offered, as read-only, if its own method policy has GET. */
                            operations: {
                                [key: string]: "no" | "read-only" | "yes";
                            };
                        } | null;
                        /** @description Whether `$attachments` of requests and results also has MIME parts that the WSDL does not declare, by their Content-ID: callers may then send any part to the SOAP service, up to 100 per request. Default: false, and such parts of a response are dropped with a warning. */
                        allowUndeclaredAttachments?: boolean | null;
                        /** @description Whether header blocks that the WSDL does not declare are passed on. */
                        allowUndeclaredHeaders?: boolean;
                        /**
                         * @description What answers calls: the SOAP service (`live`), the SOAP service while each distinct call is recorded (`record`), valid examples (`mock`) or the recorded calls (`replay`). Other than `live`, every response says so.
                         * @enum {unknown}
                         */
                        answers?: "live" | "mock" | "record" | "replay";
                        /** @description For how many hours from now the bodies of calls are recorded; 0 stops recording. */
                        captureHours?: number;
                        /** @description What the server of this service needs that is off by default, and holds for its calls alone. Default: nothing. */
                        compatibility?: {
                            /**
                             * @description Each request has a connection of its own. Risk: slower calls. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            connection?: "close";
                            /**
                             * @description Requests have no `Accept-Encoding`.
                             * @enum {unknown}
                             */
                            encoding?: "identity";
                            /**
                             * @description Names of header fields are spelled as in their specifications, `SOAPAction`, and not in lower case.
                             * @enum {unknown}
                             */
                            headerNames?: "specification";
                            /**
                             * @description Requests say HTTP/1.0, each on a connection of its own. Risk: a response without Content-Length is cut off unnoticed. Not with NTLM and Kerberos.
                             * @enum {unknown}
                             */
                            http?: "1.0";
                            /** @description Whether to connect to a server without secure renegotiation (RFC 5746). Risk: someone on the path puts a request of their own before yours. */
                            legacyRenegotiation?: boolean;
                            /**
                             * @description The oldest version of TLS. Default: 1.2. Risk: someone on the path breaks the old version, and reads and changes messages.
                             * @enum {unknown}
                             */
                            minimumTls?: "1.0" | "1.1";
                            /** @description Key sizes and hashes that are accepted as well. Risk: someone on the path computes the key, or forges a certificate. */
                            weakCiphers?: ("DH-1024" | "RSA-1024" | "SHA-1")[];
                        } | null;
                        /** @description The origins of the pages that may call it from a browser; empty turns CORS off. */
                        corsOrigins?: string[];
                        /** @description Where calls go instead of the address in the WSDL. One that ends in `/*` replaces the scheme and the host alone, and keeps the path of each port. */
                        endpoint?: string | null;
                        /** @description Whether responses that break the syntax of HTTP/1.1 as old servers do are read: line ends without CR, spaces before colons and in names of header fields, control characters in values, padded chunk sizes. Default: false, and the message of a call names the broken rule. */
                        lenientHttp?: boolean | null;
                        /**
                         * @description The method policy of operations that are set to `Inherit`.
                         * @enum {unknown}
                         */
                        methodPolicy?: "POST" | "GET" | "GET + POST";
                        /** @description Whether `X-Mock: true` returns a sample, without calling the SOAP service. */
                        mock?: boolean;
                        /**
                         * @description When requests are packed with MTOM, with binary values from 1 KiB on as MIME parts; `auto`, the default, packs them where the WSDL requires it.
                         * @enum {unknown|null}
                         */
                        mtom?: "auto" | "always" | "never" | null;
                        /**
                         * @description How large numbers appear in JSON.
                         * @enum {unknown}
                         */
                        numbers?: "number" | "string";
                        /** @description The name of the proxy that this service, its WSDL and its tokens are fetched through, one of those that the operator of the gateway offers. Default: that of the gateway, if it has one. */
                        proxy?: string | null;
                        /** @description The ports that are called. Default: the first SOAP port of each portType. */
                        select?: {
                            port?: string;
                            /** @description Several ports, of one or several services, published together; the other members must be absent. If ports share an operation name, the earlier port keeps it and the later one uses `PortType::name`. */
                            ports?: {
                                port: string;
                                service: string;
                            }[];
                            service?: string;
                            /** @enum {unknown} */
                            soapVersion?: "1.1" | "1.2";
                        } | null;
                        /** @description Whether a response that deviates from the WSDL is an error. */
                        strictResponses?: boolean;
                        /** @description The timeout of a whole call to the SOAP service, in milliseconds. Default and maximum: the gateway’s own limit. */
                        timeoutMs?: number | null;
                        /**
                         * @description How much of the response wrapper is left out.
                         * @enum {unknown}
                         */
                        unwrap?: "record" | "payload" | "none";
                        /**
                         * @description What wildcards with processContents="strict" accept.
                         * @enum {unknown}
                         */
                        wildcards?: "known" | "lax" | "strict";
                    };
                    /** @enum {unknown} */
                    status?: "active" | "paused";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_agents: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountUrl: string;
                        listing: {
                            lazy: boolean;
                            tokens: number;
                            tools: number;
                        } | null;
                        operations: {
                            /** @enum {unknown} */
                            access: "no" | "read-only" | "yes";
                            findings: {
                                /** @enum {unknown} */
                                effect: "rejects" | "strict" | "ignores";
                                limit: string;
                                message: string;
                                source: string;
                                vendor: string;
                            }[];
                            name: string;
                            reads: boolean;
                            tokens: number | null;
                        }[];
                        url: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_agents_tools_operation_: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        text: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_calls_requestId_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                requestId: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        outcome: "stored" | "known";
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_connection_test: {
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
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_credentials: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stored: boolean;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_credentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    actor?: string;
                    basic?: {
                        password: string;
                        username: string;
                    };
                    ca?: string;
                    clientCertificate?: {
                        certificate?: string;
                        passphrase?: string;
                        pfx?: string;
                        privateKey?: string;
                    } | unknown | unknown;
                    decryption?: {
                        allowCbc?: boolean;
                        allowRsa15?: boolean;
                        passphrase?: string;
                        pfx?: string;
                        privateKey?: string;
                    } | unknown | unknown;
                    digest?: {
                        password: string;
                        username: string;
                    };
                    elementSignature?: {
                        /** @enum {unknown} */
                        algorithm?: "rsa-sha256" | "rsa-sha384" | "rsa-sha512" | "rsa-pss-sha256" | "rsa-pss-sha384" | "rsa-pss-sha512" | "ecdsa-sha256" | "ecdsa-sha384" | "ecdsa-sha512" | "rsa-sha1";
                        certificate?: string;
                        /** @enum {unknown} */
                        keyInfo?: "certificate" | "certificate-and-issuer";
                        passphrase?: string;
                        pfx?: string;
                        privateKey?: string;
                    } | unknown | unknown;
                    encryption?: {
                        certificate: string;
                        /** @enum {unknown} */
                        cipher?: "aes-128-gcm" | "aes-256-gcm" | "aes-128-cbc" | "aes-256-cbc";
                        /** @enum {unknown} */
                        keyIdentifier?: "binary-security-token" | "issuer-serial" | "subject-key-identifier" | "thumbprint-sha1" | "x509-data" | "embedded";
                        /** @enum {unknown} */
                        keyTransport?: "rsa-oaep" | "rsa-oaep-sha256" | "rsa-oaep-mgf1-sha256" | "rsa-1_5";
                        /** @enum {unknown} */
                        order?: "sign-then-encrypt" | "encrypt-then-sign";
                        parts?: (("body" | "signature" | "username-token" | "saml-assertion") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                    };
                    headers?: {
                        [key: string]: string;
                    };
                    kerberos?: {
                        keytab?: string;
                        password?: string;
                        principal: string;
                        servicePrincipal?: string;
                    } | unknown | unknown;
                    mustUnderstand?: boolean;
                    ntlm?: {
                        domain?: string;
                        password: string;
                        username: string;
                        workstation?: string;
                    };
                    oauth?: {
                        /** @enum {unknown} */
                        algorithm?: "RS256" | "PS256" | "ES256";
                        audience?: string;
                        clientId: string;
                        clientSecret?: string;
                        keyId?: string;
                        passphrase?: string;
                        pfx?: string;
                        privateKey?: string;
                        resource?: string;
                        scope?: string;
                        /** @enum {unknown} */
                        secretIn?: "basic" | "post";
                        tokenEndpoint: string;
                    } | unknown | unknown | unknown;
                    passwordKey?: {
                        /** @enum {unknown} */
                        algorithm?: "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "hmac-sha1";
                        /** @enum {unknown} */
                        canonicalization?: "exclusive" | "inclusive";
                        /** @enum {unknown} */
                        cipher?: "aes-128-gcm" | "aes-128-cbc";
                        /** @enum {unknown} */
                        digest?: "sha1" | "sha256" | "sha384" | "sha512";
                        encryptedParts?: (("body" | "signature" | "username-token" | "saml-assertion") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                        iterations?: number;
                        /** @enum {unknown} */
                        order?: "sign-then-encrypt" | "encrypt-then-sign";
                        password: string;
                        signedParts?: (("body" | "headers" | "timestamp" | "username-token" | "binary-security-token" | "saml-assertion" | "encrypted-key") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                        username: string;
                    };
                    saml?: {
                        assertion: string;
                        clockSkewSeconds?: number;
                    };
                    session?: {
                        /** @enum {unknown} */
                        algorithm?: "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "hmac-sha1";
                        allowCbc?: boolean;
                        /** @enum {unknown} */
                        canonicalization?: "exclusive" | "inclusive";
                        certificate: string;
                        /** @enum {unknown} */
                        cipher?: "aes-128-gcm" | "aes-256-gcm" | "aes-128-cbc" | "aes-256-cbc";
                        /** @enum {unknown} */
                        derivedKeys?: "1.3" | "2005-02";
                        /** @enum {unknown} */
                        digest?: "sha1" | "sha256" | "sha384" | "sha512";
                        encryptedParts?: (("body" | "signature" | "username-token" | "saml-assertion") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                        /** @enum {unknown} */
                        keyIdentifier?: "binary-security-token" | "issuer-serial" | "subject-key-identifier" | "thumbprint-sha1" | "x509-data" | "embedded";
                        /** @enum {unknown} */
                        keyTransport?: "rsa-oaep" | "rsa-oaep-sha256" | "rsa-oaep-mgf1-sha256" | "rsa-1_5";
                        /** @enum {unknown} */
                        order?: "sign-then-encrypt" | "encrypt-then-sign";
                        signedParts?: (("body" | "headers" | "timestamp" | "username-token" | "binary-security-token" | "saml-assertion" | "encrypted-key") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                    };
                    signature?: {
                        /** @enum {unknown} */
                        algorithm?: "rsa-sha256" | "rsa-sha384" | "rsa-sha512" | "rsa-pss-sha256" | "rsa-pss-sha384" | "rsa-pss-sha512" | "ecdsa-sha256" | "ecdsa-sha384" | "ecdsa-sha512" | "rsa-sha1";
                        /** @enum {unknown} */
                        canonicalization?: "exclusive" | "inclusive";
                        certificate?: string;
                        /** @enum {unknown} */
                        keyIdentifier?: "binary-security-token" | "issuer-serial" | "subject-key-identifier" | "thumbprint-sha1" | "x509-data" | "embedded";
                        parts?: (("body" | "headers" | "timestamp" | "username-token" | "binary-security-token" | "saml-assertion" | "signature" | "encrypted-key") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                        passphrase?: string;
                        pfx?: string;
                        privateKey?: string;
                        signUsernameToken?: boolean;
                    } | unknown | unknown;
                    sts?: {
                        addressing?: boolean;
                        appliesTo?: string;
                        cancel?: boolean;
                        claims?: string[];
                        clockSkewSeconds?: number;
                        credentials?: {
                            actor?: string;
                            basic?: {
                                password: string;
                                username: string;
                            };
                            ca?: string;
                            clientCertificate?: {
                                certificate?: string;
                                passphrase?: string;
                                pfx?: string;
                                privateKey?: string;
                            } | unknown | unknown;
                            decryption?: {
                                allowCbc?: boolean;
                                allowRsa15?: boolean;
                                passphrase?: string;
                                pfx?: string;
                                privateKey?: string;
                            } | unknown | unknown;
                            digest?: {
                                password: string;
                                username: string;
                            };
                            elementSignature?: {
                                /** @enum {unknown} */
                                algorithm?: "rsa-sha256" | "rsa-sha384" | "rsa-sha512" | "rsa-pss-sha256" | "rsa-pss-sha384" | "rsa-pss-sha512" | "ecdsa-sha256" | "ecdsa-sha384" | "ecdsa-sha512" | "rsa-sha1";
                                certificate?: string;
                                /** @enum {unknown} */
                                keyInfo?: "certificate" | "certificate-and-issuer";
                                passphrase?: string;
                                pfx?: string;
                                privateKey?: string;
                            } | unknown | unknown;
                            encryption?: {
                                certificate: string;
                                /** @enum {unknown} */
                                cipher?: "aes-128-gcm" | "aes-256-gcm" | "aes-128-cbc" | "aes-256-cbc";
                                /** @enum {unknown} */
                                keyIdentifier?: "binary-security-token" | "issuer-serial" | "subject-key-identifier" | "thumbprint-sha1" | "x509-data" | "embedded";
                                /** @enum {unknown} */
                                keyTransport?: "rsa-oaep" | "rsa-oaep-sha256" | "rsa-oaep-mgf1-sha256" | "rsa-1_5";
                                /** @enum {unknown} */
                                order?: "sign-then-encrypt" | "encrypt-then-sign";
                                parts?: (("body" | "signature" | "username-token" | "saml-assertion") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                            };
                            headers?: {
                                [key: string]: string;
                            };
                            kerberos?: {
                                keytab?: string;
                                password?: string;
                                principal: string;
                                servicePrincipal?: string;
                            } | unknown | unknown;
                            mustUnderstand?: boolean;
                            ntlm?: {
                                domain?: string;
                                password: string;
                                username: string;
                                workstation?: string;
                            };
                            oauth?: {
                                /** @enum {unknown} */
                                algorithm?: "RS256" | "PS256" | "ES256";
                                audience?: string;
                                clientId: string;
                                clientSecret?: string;
                                keyId?: string;
                                passphrase?: string;
                                pfx?: string;
                                privateKey?: string;
                                resource?: string;
                                scope?: string;
                                /** @enum {unknown} */
                                secretIn?: "basic" | "post";
                                tokenEndpoint: string;
                            } | unknown | unknown | unknown;
                            passwordKey?: {
                                /** @enum {unknown} */
                                algorithm?: "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "hmac-sha1";
                                /** @enum {unknown} */
                                canonicalization?: "exclusive" | "inclusive";
                                /** @enum {unknown} */
                                cipher?: "aes-128-gcm" | "aes-128-cbc";
                                /** @enum {unknown} */
                                digest?: "sha1" | "sha256" | "sha384" | "sha512";
                                encryptedParts?: (("body" | "signature" | "username-token" | "saml-assertion") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                                iterations?: number;
                                /** @enum {unknown} */
                                order?: "sign-then-encrypt" | "encrypt-then-sign";
                                password: string;
                                signedParts?: (("body" | "headers" | "timestamp" | "username-token" | "binary-security-token" | "saml-assertion" | "encrypted-key") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                                username: string;
                            };
                            saml?: {
                                assertion: string;
                                clockSkewSeconds?: number;
                            };
                            session?: {
                                /** @enum {unknown} */
                                algorithm?: "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "hmac-sha1";
                                allowCbc?: boolean;
                                /** @enum {unknown} */
                                canonicalization?: "exclusive" | "inclusive";
                                certificate: string;
                                /** @enum {unknown} */
                                cipher?: "aes-128-gcm" | "aes-256-gcm" | "aes-128-cbc" | "aes-256-cbc";
                                /** @enum {unknown} */
                                derivedKeys?: "1.3" | "2005-02";
                                /** @enum {unknown} */
                                digest?: "sha1" | "sha256" | "sha384" | "sha512";
                                encryptedParts?: (("body" | "signature" | "username-token" | "saml-assertion") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                                /** @enum {unknown} */
                                keyIdentifier?: "binary-security-token" | "issuer-serial" | "subject-key-identifier" | "thumbprint-sha1" | "x509-data" | "embedded";
                                /** @enum {unknown} */
                                keyTransport?: "rsa-oaep" | "rsa-oaep-sha256" | "rsa-oaep-mgf1-sha256" | "rsa-1_5";
                                /** @enum {unknown} */
                                order?: "sign-then-encrypt" | "encrypt-then-sign";
                                signedParts?: (("body" | "headers" | "timestamp" | "username-token" | "binary-security-token" | "saml-assertion" | "encrypted-key") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                            };
                            signature?: {
                                /** @enum {unknown} */
                                algorithm?: "rsa-sha256" | "rsa-sha384" | "rsa-sha512" | "rsa-pss-sha256" | "rsa-pss-sha384" | "rsa-pss-sha512" | "ecdsa-sha256" | "ecdsa-sha384" | "ecdsa-sha512" | "rsa-sha1";
                                /** @enum {unknown} */
                                canonicalization?: "exclusive" | "inclusive";
                                certificate?: string;
                                /** @enum {unknown} */
                                keyIdentifier?: "binary-security-token" | "issuer-serial" | "subject-key-identifier" | "thumbprint-sha1" | "x509-data" | "embedded";
                                parts?: (("body" | "headers" | "timestamp" | "username-token" | "binary-security-token" | "saml-assertion" | "signature" | "encrypted-key") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                                passphrase?: string;
                                pfx?: string;
                                privateKey?: string;
                                signUsernameToken?: boolean;
                            } | unknown | unknown;
                            timestamp?: {
                                ttlSeconds?: number;
                            };
                            usernameToken?: {
                                created?: boolean;
                                nonce?: boolean;
                                password: string;
                                /** @enum {unknown} */
                                type: "text" | "digest";
                                username: string;
                            };
                            verify?: {
                                algorithms?: ("rsa-sha256" | "rsa-sha384" | "rsa-sha512" | "rsa-pss-sha256" | "rsa-pss-sha384" | "rsa-pss-sha512" | "ecdsa-sha256" | "ecdsa-sha384" | "ecdsa-sha512" | "rsa-sha1")[];
                                allowSha1?: boolean;
                                allowUnsignedFaults?: boolean;
                                authorities?: string;
                                certificates?: string;
                                clockSkewSeconds?: number;
                                maxAgeSeconds?: number;
                                parts?: (("body" | "headers" | "timestamp") | {
                                    name?: string;
                                    namespace: string;
                                    optional?: boolean;
                                })[];
                                revocationLists?: string;
                                signatureConfirmation?: boolean;
                                subjectAltNames?: string[];
                                subjects?: string[];
                                unsignedPrefixes?: boolean;
                            };
                        };
                        endpoint: string;
                        /** @enum {unknown} */
                        keyType?: "bearer" | "public-key";
                        lifetimeSeconds?: number;
                        renew?: boolean;
                        /** @enum {unknown} */
                        soapVersion?: "1.1" | "1.2";
                        /** @enum {unknown} */
                        tokenType?: "saml-2.0" | "saml-1.1";
                        /** @enum {unknown} */
                        version?: "1.3" | "1.4" | "2005/02";
                    };
                    timestamp?: {
                        ttlSeconds?: number;
                    };
                    usernameToken?: {
                        created?: boolean;
                        nonce?: boolean;
                        password: string;
                        /** @enum {unknown} */
                        type: "text" | "digest";
                        username: string;
                    };
                    verify?: {
                        algorithms?: ("rsa-sha256" | "rsa-sha384" | "rsa-sha512" | "rsa-pss-sha256" | "rsa-pss-sha384" | "rsa-pss-sha512" | "ecdsa-sha256" | "ecdsa-sha384" | "ecdsa-sha512" | "rsa-sha1")[];
                        allowSha1?: boolean;
                        allowUnsignedFaults?: boolean;
                        authorities?: string;
                        certificates?: string;
                        clockSkewSeconds?: number;
                        maxAgeSeconds?: number;
                        parts?: (("body" | "headers" | "timestamp") | {
                            name?: string;
                            namespace: string;
                            optional?: boolean;
                        })[];
                        revocationLists?: string;
                        signatureConfirmation?: boolean;
                        subjectAltNames?: string[];
                        subjects?: string[];
                        unsignedPrefixes?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_credentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_deprecation: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deprecation: {
                            /** Format: date-time */
                            at: string;
                            link: string | null;
                            /** Format: date-time */
                            sunset: string | null;
                        } | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_deprecation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    at?: string;
                    link?: string;
                    /** Format: date-time */
                    sunset?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        at: string;
                        link: string | null;
                        /** Format: date-time */
                        sunset: string | null;
                    };
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_deprecation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_deprecations: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        announced: components["schemas"]["Announcement"][];
                        operations: {
                            /** Format: date-time */
                            at: string;
                            link: string | null;
                            operation: string;
                            /** Format: date-time */
                            sunset: string | null;
                        }[];
                        service: {
                            /** Format: date-time */
                            at: string;
                            link: string | null;
                            /** Format: date-time */
                            sunset: string | null;
                        } | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_design: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: Record<string, never> | null;
                        filled: {
                            keys: string[];
                            name: string | null;
                            operation: string;
                            /** @enum {unknown} */
                            source: "constant" | "secret" | "header" | "uuid" | "timestamp" | "session";
                            type: string;
                            value: unknown;
                        }[];
                        problems: components["schemas"]["DesignProblem"][];
                        revision: number;
                        secrets: {
                            name: string;
                            stored: boolean;
                            used: boolean;
                        }[];
                        text: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_design: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    activate?: "always" | "safe" | "never";
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design: {
                        [key: string]: unknown;
                    };
                    /** @description The same design as a YAML file, which is shown and exported with its comments. Not for secrets: it is stored as it is */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Designed"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_design: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Designed"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_design_check: {
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
                "application/json": {
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        breaking: boolean;
                        changes: components["schemas"]["ContractChange"][];
                        problems: {
                            at: string[];
                            message: string;
                            nearest?: string;
                        }[];
                        secrets: {
                            name: string;
                            stored: boolean;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_design_example: {
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
                "application/json": {
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design: {
                        [key: string]: unknown;
                    };
                    operation: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            body: string | null;
                            method: string;
                            path: string[];
                            query: string[][];
                            result: string | null;
                            route: string;
                            status: number;
                        } | null;
                        before: {
                            body: string | null;
                            method: string;
                            path: string[];
                            query: string[][];
                            result: string | null;
                            route: string;
                            status: number;
                        };
                        problems: {
                            at: string[];
                            message: string;
                            nearest?: string;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_design_preview: {
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
                "application/json": {
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design: {
                        [key: string]: unknown;
                    };
                    operation: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hidden: boolean;
                        input: string | null;
                        openApi: string | null;
                        tool: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_design_proposal: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inputs: {
                            members: {
                                many: boolean;
                                path: string;
                                required: boolean;
                                type: string;
                            }[];
                            more: boolean;
                            operation: string;
                        }[];
                        results: {
                            members: {
                                many: boolean;
                                path: string;
                                required: boolean;
                                type: string;
                            }[];
                            more: boolean;
                            operation: string;
                        }[];
                        schema: Record<string, never>;
                        secrets: {
                            name: string;
                            path: string;
                        }[];
                        session: Record<string, never> | null;
                        text: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_design_secrets_secret_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stored: boolean;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_design_secrets_secret_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                secret: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_design_secrets_secret_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                secret: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_files_file_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/yaml": string;
                    "text/plain": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_headers: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stored: boolean;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_headers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    blocks: {
                        [key: string]: unknown;
                    };
                    locked?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_headers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_operations_operation_: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationDetail"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_operations_operation_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                operation: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long a response to a GET may be reused, in seconds; 0 turns caching off. */
                    cacheSeconds?: number;
                    /** @enum {unknown} */
                    methodPolicy?: "Inherit" | "POST" | "GET" | "GET + POST";
                    /** @enum {string|null} */
                    unwrap?: "record" | "payload" | "none" | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationSettings"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_operations_operation_deprecation: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deprecation: {
                            /** Format: date-time */
                            at: string;
                            link: string | null;
                            /** Format: date-time */
                            sunset: string | null;
                        } | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_operations_operation_deprecation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                operation: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    at?: string;
                    link?: string;
                    /** Format: date-time */
                    sunset?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        at: string;
                        link: string | null;
                        /** Format: date-time */
                        sunset: string | null;
                    };
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_operations_operation_deprecation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                operation: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_operations_operation_example: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        input: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_operations_operation_example: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                operation: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    input: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        input: string;
                    };
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_operations_operation_example: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                operation: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_operations_operation_hold: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_operations_operation_try: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                operation: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    input?: string;
                    /** @enum {unknown} */
                    method?: "POST" | "GET";
                    /** @enum {unknown} */
                    mode?: "call" | "dryRun" | "mock";
                    query?: string;
                    soapHeaders?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trial"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_operations_operation_validation: {
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
                "application/json": {
                    input: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: components["schemas"]["ValidationError"][];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_page: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                        /** @enum {unknown} */
                        visibility: "off" | "link" | "public";
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_page: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    newLink?: boolean;
                    /** @enum {unknown} */
                    visibility: "off" | "link" | "public";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                        /** @enum {unknown} */
                        visibility: "off" | "link" | "public";
                    };
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_proxy_login: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stored: boolean;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_proxy_login: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    basic?: {
                        password: string;
                        username: string;
                    };
                    digest?: {
                        password: string;
                        username: string;
                    };
                    kerberos?: {
                        keytab?: string;
                        password?: string;
                        principal: string;
                        servicePrincipal?: string;
                    } | unknown | unknown;
                    ntlm?: {
                        domain?: string;
                        password: string;
                        username: string;
                        workstation?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_proxy_login: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_recordings: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                search?: string;
            };
            header?: never;
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        most: {
                            bytes: number;
                            recordings: number;
                        };
                        next: string | null;
                        recordings: components["schemas"]["Recording"][];
                        total: number;
                        used: {
                            bytes: number;
                            recordings: number;
                        };
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_recordings: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    archive?: string;
                    files?: {
                        content: string;
                        path: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ignored: string[];
                        known: number;
                        stored: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_recordings: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_recordings_zip: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_recordings_recordingId_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recordingId: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_revisions: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        liveBefore: number | null;
                        next: string | null;
                        revisions: components["schemas"]["Revision"][];
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_revisions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    activate?: "always" | "safe" | "never";
                    archive?: string;
                    /** @description The credentials that the server of `url` requires, and the authorities (PEM) that are trusted there. Used only for its origin while the documents are fetched, and never stored. */
                    credentials?: {
                        basic?: {
                            password: string;
                            username: string;
                        };
                        ca?: string;
                        headers?: {
                            [key: string]: string;
                        };
                    };
                    /** @description A design file as JSON: what the owner fills into requests. See the documentation of designs. */
                    design?: {
                        [key: string]: unknown;
                    } | null;
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
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reimported"];
                };
            };
            /** @description Begun: asked for with `Prefer: respond-async`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBegun"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_revisions_number_: {
        parameters: {
            query?: {
                from?: number;
            };
            header?: never;
            path: {
                number: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionDetail"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_revisions_number_announcement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                number: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    at?: string;
                    link?: string;
                    /** Format: date-time */
                    sunset?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_revisions_number_announcement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                number: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_revisions_number_callers: {
        parameters: {
            query?: {
                breaking?: boolean;
            };
            header?: never;
            path: {
                number: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callers: {
                            calls: number;
                            keyId: string;
                            keyName: string | null;
                            /** Format: date-time */
                            lastAt: string;
                            operation: string;
                        }[];
                        operations: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_revisions_number_in_force: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                number: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_revisions_number_rejected: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                number: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_revisions_number_report: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_session: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answered: string[] | null;
                        endpoint: string | null;
                        /** Format: date-time */
                        expiresAt: string | null;
                        failure: {
                            /** Format: date-time */
                            at: string;
                            message: string;
                            /** Format: date-time */
                            retryAt: string;
                        } | null;
                        failures: {
                            /** Format: date-time */
                            firstAt: string;
                            /** Format: date-time */
                            lastAt: string;
                            message: string;
                            times: number;
                        }[];
                        login: string | null;
                        logout: string | null;
                        open: boolean;
                        /** Format: date-time */
                        openedAt: string | null;
                        provided: string[] | null;
                        /** Format: date-time */
                        renewsAt: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_session: {
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
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answered: string[] | null;
                        endpoint: string | null;
                        /** Format: date-time */
                        expiresAt: string | null;
                        failure: {
                            /** Format: date-time */
                            at: string;
                            message: string;
                            /** Format: date-time */
                            retryAt: string;
                        } | null;
                        failures: {
                            /** Format: date-time */
                            firstAt: string;
                            /** Format: date-time */
                            lastAt: string;
                            message: string;
                            times: number;
                        }[];
                        login: string | null;
                        logout: string | null;
                        open: boolean;
                        /** Format: date-time */
                        openedAt: string | null;
                        provided: string[] | null;
                        /** Format: date-time */
                        renewsAt: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_session: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ended: boolean;
                        failure: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_session_token: {
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
                "application/json": {
                    /** Format: date-time */
                    expiresAt: string;
                    token: string | {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answered: string[] | null;
                        endpoint: string | null;
                        /** Format: date-time */
                        expiresAt: string | null;
                        failure: {
                            /** Format: date-time */
                            at: string;
                            message: string;
                            /** Format: date-time */
                            retryAt: string;
                        } | null;
                        failures: {
                            /** Format: date-time */
                            firstAt: string;
                            /** Format: date-time */
                            lastAt: string;
                            message: string;
                            times: number;
                        }[];
                        login: string | null;
                        logout: string | null;
                        open: boolean;
                        /** Format: date-time */
                        openedAt: string | null;
                        provided: string[] | null;
                        /** Format: date-time */
                        renewsAt: string | null;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_watch: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_watch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    activate?: "safe" | "never";
                    /** @enum {unknown} */
                    schedule: "off" | "hourly" | "daily" | "weekly";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_services_serviceId_watch_check: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_services_serviceId_wsdl_login: {
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stored: boolean;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put__api_manage_services_serviceId_wsdl_login: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    basic?: {
                        password: string;
                        username: string;
                    };
                    ca?: string;
                    headers?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_services_serviceId_wsdl_login: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["UserSession"][];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_sessions_sessionId_: {
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_sign_up: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domains: string[];
                        /** @enum {unknown} */
                        mode: "open" | "invitation" | "domain" | "closed";
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_sign_up: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    accountName: string;
                    email: string;
                    invitation?: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_token_issuers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issuers: string[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                        operations: components["schemas"]["OperationUse"][];
                        recent: components["schemas"]["Call"][];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_usage_days: {
        parameters: {
            query?: {
                days?: number;
                serviceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            calls: number;
                            charged: number | null;
                            day: string;
                            failures: number;
                        }[];
                        errors: {
                            calls: number;
                            charged: number | null;
                            code: string;
                            type: string;
                        }[];
                        services: {
                            calls: number;
                            failures: number;
                            serviceId: string;
                            serviceName: string | null;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_usage_days_csv: {
        parameters: {
            query?: {
                days?: number;
                serviceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_usage_hours: {
        parameters: {
            query?: {
                hours?: number;
                serviceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hours: {
                            /** Format: date-time */
                            at: string;
                            calls: number;
                            failures: number;
                            p50: number | null;
                            p95: number | null;
                            p99: number | null;
                        }[];
                        services: {
                            calls: number;
                            failures: number;
                            serviceId: string;
                            serviceName: string | null;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_usage_keys: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            calls: number;
                            charged: number;
                            failures: number;
                            keyId: string;
                            keyName: string | null;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_usage_latency: {
        parameters: {
            query?: {
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operations: {
                            calls: number;
                            max: number;
                            operation: string;
                            p50: number;
                            p95: number;
                            p99: number;
                            serviceId: string;
                            serviceName: string | null;
                        }[];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_verify_address: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_webhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description The types of events that are sent; null for all */
                    types?: ("quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired")[] | null;
                    /** @description Where events are sent to with POST. The gateway follows no redirect */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_webhooks_webhookId_: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete__api_manage_webhooks_webhookId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch__api_manage_webhooks_webhookId_: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the response that the change is based on, a list of such, or *. The change is made only if the resource is still the same; otherwise the response has status 412 and the current state. */
                "If-Match"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    name?: string;
                    /** @description The types of events that are sent; null for all */
                    types?: ("quota.reached" | "key.quota.reached" | "key.created" | "key.expiring" | "key.expired" | "key.unused" | "certificate.expiring" | "certificate.expired" | "session.failing" | "session.expiring" | "session.expired" | "revision.waiting" | "contract.changed" | "contract.unreadable" | "contract.readable" | "service.failing" | "service.recovered" | "service.errors" | "operation.held" | "account.changed" | "account.closing" | "password.reset" | "webhook.test" | "gateway.disk" | "gateway.database" | "gateway.redis" | "gateway.sign-up" | "gateway.watchdog" | "gateway.certificate.expiring" | "gateway.certificate.expired")[] | null;
                    /** @description Where events are sent to with POST. The gateway follows no redirect */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The resource was changed meanwhile; nothing was saved. */
            412: {
                headers: {
                    /** @description Identifies the state of the changeable members, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMeanwhile"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get__api_manage_webhooks_webhookId_deliveries: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                        next: string | null;
                        total: number;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_webhooks_webhookId_roll: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text. A request that is repeated with the same key and body within a day is not carried out again: it gets the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long deliveries are also signed with the secret before it. Default 0 */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post__api_manage_webhooks_webhookId_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        eventId: string;
                    };
                };
            };
            /** @description Failure: nothing was changed, unless the error says otherwise. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
