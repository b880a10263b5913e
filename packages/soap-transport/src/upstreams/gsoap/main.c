/* Prints its port, then serves until it is killed. */
#include "soapH.h"
#include "ledger.nsmap"
#include <signal.h>
#include <stdio.h>

int l__Total(struct soap *soap, char *label, int size, int *amount, struct l__TotalResponse *out) {
  out->label = label;
  out->sum = 0;
  for (int i = 0; i < size; i++) out->sum += amount[i];
  if (out->sum < 0) return soap_sender_fault(soap, "overdrawn", "<Overdrawn xmlns=\"urn:soapstone:ledger\"><by>1</by></Overdrawn>");
  return SOAP_OK;
}

/* Returns the content reversed, as an MTOM part. */
int l__Mirror(struct soap *soap, struct l__Scan *scan, struct l__MirrorResponse *out) {
  int size = scan ? scan->xop__Include.__size : 0;
  unsigned char *turned = (unsigned char *)soap_malloc(soap, size ? size : 1);
  for (int i = 0; i < size; i++) turned[i] = scan->xop__Include.__ptr[size - 1 - i];
  out->scan.xop__Include.__ptr = turned;
  out->scan.xop__Include.__size = size;
  out->scan.xop__Include.id = NULL;
  out->scan.xop__Include.type = "image/png";
  out->scan.xop__Include.options = NULL;
  out->scan.xmime5__contentType = "image/png";
  out->bytes = size;
  return SOAP_OK;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  struct soap *soap = soap_new1(SOAP_IO_KEEPALIVE | SOAP_ENC_MTOM);
  soap->bind_flags = SO_REUSEADDR;
  soap->send_timeout = soap->recv_timeout = 5;
  soap->max_keep_alive = 100;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100))) { soap_print_fault(soap, stderr); return 1; }
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  getsockname(soap->master, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    if (!soap_valid_socket(soap_accept(soap))) { soap_print_fault(soap, stderr); continue; }
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
}
