/** A C function. Its last parameters are filled in where they are arrays of one element. */
export interface NativeFunction {
  (...given: unknown[]): number;
  /** Runs it in a thread; the last argument is a callback. */
  async(...given: unknown[]): void;
}

/** The functions of MIT's GSSAPI and libkrb5 that tickets need. */
export interface GssLibrary {
  readonly importName: NativeFunction;
  readonly releaseName: NativeFunction;
  readonly acquireWithPassword: NativeFunction;
  readonly acquireFrom: NativeFunction;
  readonly inquire: NativeFunction;
  readonly releaseCredential: NativeFunction;
  readonly initContext: NativeFunction;
  readonly deleteContext: NativeFunction;
  readonly releaseBuffer: NativeFunction;
  /** The bytes at an address. */
  read(address: unknown, length: number): Uint8Array;
  /** The realms that the operator's `krb5.conf` names. */
  readRealms(): ReadonlySet<unknown>;
}

/**
 * Loads MIT's Kerberos through koffi. Runs in the process for tickets, which starts it from its source text: it uses nothing but its
 * argument and Node. Throws if a library is missing.
 *
 * @param koffiFile the main file of koffi
 */
export function loadGss(koffiFile: string): GssLibrary {
  const { createRequire } = process.getBuiltinModule('node:module');
  const koffi = createRequire(koffiFile)(koffiFile) as typeof import('koffi');
  const gss = koffi.load('libgssapi_krb5.so.2');
  const krb5 = koffi.load('libkrb5.so.3');
  koffi.struct('Buf', { length: 'size_t', value: 'void*' });
  koffi.struct('Oid', { length: 'uint32_t', elements: 'void*' });
  koffi.struct('OidSet', { count: 'size_t', elements: 'Oid*' });
  koffi.struct('Pair', { key: 'const char*', value: 'const char*' });
  koffi.struct('Store', { count: 'uint32_t', elements: 'Pair*' });
  koffi.struct('Binding', { a: 'uint32_t', from: 'Buf', b: 'uint32_t', to: 'Buf', data: 'Buf' });
  const define = (name: string, parameters: string) =>
    gss.func(`uint32_t ${name}(_Out_ uint32_t* minor, ${parameters})`) as unknown as NativeFunction;
  const defineKrb5 = (prototype: string) => krb5.func(prototype) as unknown as NativeFunction;
  const initKrb5 = defineKrb5('int krb5_init_context(_Out_ void** context)');
  const profileOf = defineKrb5('int krb5_get_profile(void* context, _Out_ void** profile)');
  const sectionsOf = defineKrb5(
    'long profile_get_subsection_names(void* profile, void* names, _Out_ void** list)',
  );
  const textOf = defineKrb5(
    'long profile_get_string(void* profile, const char* section, const char* name, void* sub, void* fallback, _Out_ char** value)',
  );
  /** The texts of a list that ends with null, up to a thousand. */
  const readTexts = (list: unknown): string[] => {
    const texts: string[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const text = koffi.decode(list, index * koffi.sizeof('void*'), 'char*') as string | null;
      if (text === null) break;
      texts.push(text);
    }
    return texts;
  };
  return {
    importName: define('gss_import_name', 'Buf* name, Oid* type, _Out_ void** out'),
    releaseName: define('gss_release_name', '_Inout_ void** name'),
    acquireWithPassword: define(
      'gss_acquire_cred_with_password',
      'void* name, Buf* password, uint32_t time, OidSet* mechs, int usage, _Out_ void** out, void* actual, void* left',
    ),
    acquireFrom: define(
      'gss_acquire_cred_from',
      'void* name, uint32_t time, OidSet* mechs, int usage, Store* store, _Out_ void** out, void* actual, void* left',
    ),
    inquire: define(
      'gss_inquire_cred',
      'void* cred, void* name, _Out_ uint32_t* lifetime, void* usage, void* mechs',
    ),
    releaseCredential: define('gss_release_cred', '_Inout_ void** cred'),
    initContext: define(
      'gss_init_sec_context',
      'void* cred, _Inout_ void** context, void* target, Oid* mech, uint32_t flags, uint32_t time, Binding* binding, void* input, void* actual, _Out_ Buf* token, void* gotFlags, void* left',
    ),
    deleteContext: define('gss_delete_sec_context', '_Inout_ void** context, void* token'),
    releaseBuffer: define('gss_release_buffer', '_Inout_ Buf* buffer'),
    read: (address: unknown, length: number): Uint8Array =>
      Uint8Array.from(koffi.decode(address, koffi.array('uint8_t', length)) as Iterable<number>),
    readRealms() {
      const [context, profile, usual, names]: unknown[][] = [[null], [null], [null], [null]];
      if (initKrb5(context) !== 0 || profileOf(context?.[0], profile) !== 0) return new Set();
      textOf(profile?.[0], 'libdefaults', 'default_realm', null, null, usual);
      const section = koffi.as(['realms', null], 'const char**');
      const isListed = sectionsOf(profile?.[0], section, names) === 0;
      return new Set([usual?.[0], ...(isListed ? readTexts(names?.[0]) : [])]);
    },
  };
}
