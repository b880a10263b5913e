import echo.*;
import javax.jws.WebService;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Holder;
import javax.xml.ws.soap.SOAPBinding;
import javax.xml.ws.soap.MTOM;

/** JAX-WS RI: echoes what JAXB has read. Prints its port. An argument selects SOAP 1.2. */
@MTOM
@WebService(endpointInterface = "echo.EchoPortType", targetNamespace = "urn:soapstone:echo", serviceName = "Echo", portName = "EchoPort")
public class EchoServer implements EchoPortType {
  public Scalars echoScalars(Scalars body) { return body; }
  public Options echoOptions(Options body) { return body; }
  public Lists echoLists(Lists body) { return body; }
  public Drawing echoDrawing(Drawing body) { return body; }
  public Payment echoPayment(Payment body) { return body; }
  public File echoFile(File body) { return body; }
  public Item echoItem(Item body, Holder<String> trace) { return body; }
  public Refusal refuse(Refusal body) throws Refused { throw new Refused(body.getReason(), body); }

  public static void main(String[] arguments) throws Exception {
    var server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0);
    Endpoint.create(arguments.length == 0 ? null : SOAPBinding.SOAP12HTTP_BINDING, new EchoServer()).publish(server.createContext("/echo"));
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
