/* gSOAP: what its generated code has read is written again. Prints its port. */
#include "soapH.h"
#include "EchoBinding.nsmap"
#include <signal.h>
#include <stdio.h>

#define ECHO(Operation, Type) \
  int __ns1__##Operation(struct soap *, Type *given, Type &answer) { answer = *given; return SOAP_OK; }

ECHO(EchoScalars, ns1__Scalars)
ECHO(EchoOptions, ns1__Options)
ECHO(EchoLists, ns1__Lists)
ECHO(EchoDrawing, ns1__Drawing)
ECHO(EchoPayment, ns1__Payment)
ECHO(EchoFile, ns1__File)

/* The header that was read is written again, too. */
int __ns1__EchoItem(struct soap *, ns1__Item *given, struct __ns1__EchoItemResponse &answer) {
  answer.ns1__EchoItemResponse = given;
  return SOAP_OK;
}

int __ns1__Refuse(struct soap *soap, ns1__Refusal *given, ns1__Refusal &) {
  soap_sender_fault(soap, given->reason.c_str(), NULL);
  struct SOAP_ENV__Detail *detail = soap_new_SOAP_ENV__Detail(soap);
  detail->ns1__Refused = given;
  soap->fault->detail = detail;
  return SOAP_FAULT;
}

int main() {
  signal(SIGPIPE, SIG_IGN);
  struct soap *soap = soap_new1(SOAP_IO_KEEPALIVE | SOAP_C_UTFSTRING | SOAP_XML_TREE);
  soap->bind_flags = SO_REUSEADDR;
  soap->send_timeout = soap->recv_timeout = 5;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100))) return 1;
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  getsockname(soap->master, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    if (!soap_valid_socket(soap_accept(soap))) continue;
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
}
