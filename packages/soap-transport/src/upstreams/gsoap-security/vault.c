#include "soapH.h"
#include "vault.nsmap"
#include "wsseapi.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const char *password;

/* With a password the token and the timestamp are verified, without one the signature of Body and Timestamp. */
int l__Open(struct soap *soap, char *item, struct l__OpenResponse *out) {
  if (password) {
    const char *username = soap_wsse_get_Username(soap);
    if (!username || strcmp(username, "ada") || soap_wsse_verify_Password(soap, password)) {
      int status = soap->error;
      soap_wsse_delete_Security(soap);
      return status ? status : soap_wsse_fault(soap, wsse__FailedAuthentication, "no token");
    }
    if (soap_wsse_verify_Timestamp(soap)) { soap_wsse_delete_Security(soap); return soap->error; }
  } else if (soap_wsse_verify_body(soap) || soap_wsse_verify_Timestamp(soap)) {
    soap_wsse_delete_Security(soap);
    return soap->error ? soap->error : soap_wsse_fault(soap, wsse__FailedCheck, "not signed");
  }
  soap_wsse_delete_Security(soap);
  out->content = item;
  return SOAP_OK;
}

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN);
  soap_ssl_init();
  struct soap *soap = soap_new1(SOAP_IO_KEEPALIVE);
  soap->bind_flags = SO_REUSEADDR;
  soap->send_timeout = soap->recv_timeout = 5;
  soap->max_keep_alive = 100;
  soap_register_plugin(soap, soap_wsse);
  if (argc > 2 && !strcmp(argv[1], "password")) password = argv[2];
  if (argc > 2 && !strcmp(argv[1], "authority")) { soap->cafile = argv[2]; soap_wsse_verify_auto(soap, SOAP_SMD_NONE, NULL, 0); }
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
