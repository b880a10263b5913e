/* gSOAP, rpc/encoded: echoes what its generated code has read. */
#include "soapH.h"
#include "EncodedBinding.nsmap"
#include "serve.h"

int ns1__echoText(struct soap *, std::string value, std::string &answer) {
  answer = value;
  return SOAP_OK;
}

int ns1__echoNumber(struct soap *, int value, int &answer) {
  answer = value;
  return SOAP_OK;
}

int ns1__echoList(struct soap *, Texts *value, struct ns1__echoListResponse &answer) {
  answer.value = value;
  return SOAP_OK;
}

int ns1__echoRecord(struct soap *, ns1__Record *value, struct ns1__echoRecordResponse &answer) {
  answer.value = value;
  return SOAP_OK;
}

int ns1__refuse(struct soap *soap, std::string value, std::string &) {
  return soap_sender_fault(soap, value.c_str(), NULL);
}
