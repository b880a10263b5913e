/* The main program of every gSOAP server: prints its port, and serves one connection at a time. */
#include <signal.h>
#include <stdio.h>

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
