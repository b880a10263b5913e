import com.sun.net.httpserver.HttpServer;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.annotation.Resource;
import javax.xml.namespace.QName;
import javax.xml.soap.SOAPException;
import javax.xml.soap.SOAPFactory;
import javax.xml.soap.SOAPFault;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Provider;
import javax.xml.ws.Service;
import javax.xml.ws.ServiceMode;
import javax.xml.ws.WebServiceContext;
import javax.xml.ws.WebServiceProvider;
import javax.xml.ws.handler.MessageContext;
import javax.xml.ws.soap.SOAPFaultException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** JAX-WS RI with a login whose session is an HTTP header. One session at a time. Prints its port. */
@WebServiceProvider(targetNamespace = "urn:orders", serviceName = "Orders", portName = "Orders")
@ServiceMode(Service.Mode.PAYLOAD)
public class OrdersServer implements Provider<Source> {
  private static int logins, refused, logouts, executed;
  private static String token;
  @Resource private WebServiceContext context;

  public Source invoke(Source request) {
    synchronized (OrdersServer.class) {
      try {
        DOMResult read = new DOMResult();
        TransformerFactory.newInstance().newTransformer().transform(request, read);
        Element input = ((Document) read.getNode()).getDocumentElement();
        String name = input.getLocalName();
        String members = name.equals("Login") ? logIn(input) : execute(name);
        String response = "<" + name + "Response xmlns='urn:orders'>" + members + "</" + name + "Response>";
        return new StreamSource(new StringReader(response));
      } catch (SOAPException | javax.xml.transform.TransformerException failure) {
        throw new IllegalStateException(failure);
      }
    }
  }

  private String logIn(Element input) throws SOAPException {
    logins++;
    String password = input.getElementsByTagNameNS("urn:orders", "password").item(0).getTextContent();
    if (!password.equals("a \"password\" & <more>")) throw fault("LOGIN_FAILED");
    if (token != null) {
      refused++;
      throw fault("ALREADY_LOGGED_IN");
    }
    token = UUID.randomUUID().toString();
    context.getMessageContext().put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("X-Session", List.of(token)));
    return "<seconds>3600</seconds>";
  }

  private String execute(String name) throws SOAPException {
    @SuppressWarnings("unchecked")
    Map<String, List<String>> headers =
        (Map<String, List<String>>) context.getMessageContext().get(MessageContext.HTTP_REQUEST_HEADERS);
    String given = headers.entrySet().stream()
        .filter(header -> "X-Session".equalsIgnoreCase(header.getKey()))
        .map(header -> header.getValue().get(0))
        .findFirst()
        .orElse("");
    if (!given.equals(token)) throw fault("INVALID_SESSION");
    if (name.equals("Logout")) {
      logouts++;
      token = null;
      return "";
    }
    executed++;
    return "<total>3</total>";
  }

  private static SOAPFaultException fault(String code) throws SOAPException {
    SOAPFault fault = SOAPFactory.newInstance().createFault("refused", new QName("urn:orders", code));
    return new SOAPFaultException(fault);
  }

  public static void main(String[] arguments) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      String text;
      synchronized (OrdersServer.class) {
        if (exchange.getRequestURI().getPath().equals("/expire")) token = null;
        text = String.format(
            "{\"logins\":%d,\"refused\":%d,\"logouts\":%d,\"executed\":%d}", logins, refused, logouts, executed);
      }
      exchange.sendResponseHeaders(200, text.length());
      exchange.getResponseBody().write(text.getBytes("US-ASCII"));
      exchange.close();
    });
    server.setExecutor(java.util.concurrent.Executors.newFixedThreadPool(4));
    Endpoint.create(new OrdersServer()).publish(server.createContext("/orders"));
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
