import { useDocumentTitle } from '@mantine/hooks';

/** Sets the document title for a tab of a service: `Operations · User directory · Soapstone`. */
export function useTabTitle(tab: string, service: { readonly name: string }): void {
  useDocumentTitle(`${tab} · ${service.name} · Soapstone`);
}
