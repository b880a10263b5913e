/** What a page needs of Soapstone to call a SOAP service from the browser. */
export { createMapper } from '@soapstone/json-xml-mapper';
export { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
