import type { ServiceDetail } from '../api/services.js';
import { AccessFields, credentialsOf, type FetchAccess } from '../components/forms/access-fields.js';
import { SecretForm } from '../components/forms/secret-form.js';

const EMPTY: FetchAccess = { kind: 'basic', name: '', secret: '' };

/** The stored login at the server of the WSDL, for checks. Write-only, like credentials. */
export function WsdlLoginForm({ service: { serviceId, secrets } }: { readonly service: ServiceDetail }) {
  return (
    <SecretForm
      serviceId={serviceId}
      path="/api/manage/services/{serviceId}/wsdl-login"
      etag={secrets.etags.wsdlLogin}
      what="WSDL login"
      isStored={secrets.wsdlLogin}
      state={
        secrets.wsdlLogin
          ? 'Login for the WSDL stored; can’t be viewed.'
          : 'No login for the WSDL. If it is on the server of the SOAP service, the service’s credentials are sent.'
      }
      empty={EMPTY}
      write={(access) => {
        const body = credentialsOf(access);
        return body && { body };
      }}
    >
      {(access, change) => <AccessFields access={access} onChange={change} required />}
    </SecretForm>
  );
}
