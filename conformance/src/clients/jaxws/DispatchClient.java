import java.io.StringReader;
import java.io.StringWriter;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import javax.xml.bind.JAXBContext;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.Service;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/**
 * Calls operations through JAX-WS RI with the classes that its generator created. Arguments: the address of the WSDL, the
 * packages of the classes, and a file with a line for each call: name, namespace of the service, service, port, SOAPAction,
 * envelope and `one-way` or nothing, in base64 each. Prints a line for each: the name, and the payload of the response or the
 * problem, in base64 each.
 */
public class DispatchClient {
  public static void main(String[] arguments) throws Exception {
    var wsdl = new URL(arguments[0]);
    var context = JAXBContext.newInstance(arguments[1]);
    for (var line : Files.readAllLines(Path.of(arguments[2]))) {
      var fields = List.of(line.split(" ", -1)).stream().map(DispatchClient::decode).toList();
      String payload = "", problem = "";
      try {
        payload = call(wsdl, context, fields);
      } catch (Throwable thrown) {
        var cause = thrown;
        while (cause.getCause() != null) cause = cause.getCause();
        problem = cause.getClass().getSimpleName() + ": " + cause.getMessage();
      }
      System.out.println(String.join(" ", encode(fields.get(0)), encode(payload), encode(problem)));
    }
    System.exit(0);
  }

  private static String call(URL wsdl, JAXBContext context, List<String> fields) throws Exception {
    var port = new QName(fields.get(1), fields.get(3));
    var service = Service.create(wsdl, new QName(fields.get(1), fields.get(2)));
    var dispatch = service.createDispatch(port, context, Service.Mode.PAYLOAD);
    if (!fields.get(4).isEmpty()) {
      dispatch.getRequestContext().put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
      dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, fields.get(4));
    }
    var sent = context.createUnmarshaller().unmarshal(payloadOf(fields.get(5)));
    if (!fields.get(6).isEmpty()) {
      dispatch.invokeOneWay(sent);
      return "";
    }
    var received = dispatch.invoke(sent);
    var text = new StringWriter();
    context.createMarshaller().marshal(received, text);
    return text.toString();
  }

  /** The child of the Body. */
  private static Element payloadOf(String envelope) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    var root = factory.newDocumentBuilder().parse(new InputSource(new StringReader(envelope))).getDocumentElement();
    var body = root.getLastChild();
    while (!(body instanceof Element)) body = body.getPreviousSibling();
    for (Node child = body.getFirstChild(); child != null; child = child.getNextSibling()) if (child instanceof Element element) return element;
    throw new IllegalArgumentException("the Body is empty");
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
