/* One session at a time. Prints its port, then serves until it is killed. */
#include "soapH.h"
#include "orders.nsmap"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int logins, refused, logouts, executed;
/* The number of the login whose session is valid; 0 for none. */
static int valid;

static int refuse(struct soap *soap, const char *code) {
  soap_sender_fault(soap, "refused", NULL);
  *soap_faultcode(soap) = code;
  return SOAP_FAULT;
}

static const char *token_of(struct soap *soap) {
  char *text = (char *)soap_malloc(soap, 64);
  snprintf(text, 64, "session-%d-of-gsoap", valid);
  return text;
}

static int is_valid(struct soap *soap) {
  struct o__Session *session = soap->header ? soap->header->o__Session : NULL;
  int is = valid && session && session->token && !strcmp(session->token, token_of(soap));
  /* The block of the request is not sent back. */
  soap->header = NULL;
  return is;
}

int o__Login(struct soap *soap, char *user, char *password, struct o__LoginResponse *out) {
  logins++;
  if (!password || strcmp(password, "a \"password\" & <more>")) return refuse(soap, "LOGIN_FAILED");
  if (valid) { refused++; return refuse(soap, "ALREADY_LOGGED_IN"); }
  valid = logins;
  soap_header(soap);
  soap->header->o__Session = (struct o__Session *)soap_malloc(soap, sizeof(struct o__Session));
  soap->header->o__Session->token = (char *)token_of(soap);
  out->seconds = 3600;
  return SOAP_OK;
}

int o__FindOrders(struct soap *soap, struct o__FindOrdersResponse *out) {
  if (!is_valid(soap)) return refuse(soap, "INVALID_SESSION");
  executed++;
  out->total = 3;
  return SOAP_OK;
}

int o__Logout(struct soap *soap, struct o__LogoutResponse *out) {
  if (!is_valid(soap)) return refuse(soap, "INVALID_SESSION");
  logouts++;
  valid = 0;
  return SOAP_OK;
}

static int show_state(struct soap *soap) {
  char text[128];
  if (!strcmp(soap->path, "/expire")) valid = 0;
  snprintf(text, sizeof text, "{\"logins\":%d,\"refused\":%d,\"logouts\":%d,\"executed\":%d}", logins, refused, logouts, executed);
  soap->http_content = "application/json";
  if (soap_response(soap, SOAP_FILE) || soap_send(soap, text) || soap_end_send(soap)) return soap->error;
  return SOAP_OK;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  /* Without keep-alive: it serves one connection at a time. */
  struct soap *soap = soap_new();
  soap->bind_flags = SO_REUSEADDR;
  soap->send_timeout = soap->recv_timeout = 5;
  soap->fget = show_state;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100))) { soap_print_fault(soap, stderr); return 1; }
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
