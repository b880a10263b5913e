import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.security.auth.callback.CallbackHandler;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A standalone security token service (WS-Trust 1.3 and 2005/02): WSS4J authenticates its callers, and the JDK signs its
 * assertions. Takes the PKCS#12 files of the issuer and of a signer that it knows, and prints its port. `/sts?seconds=N` issues
 * tokens of that lifetime. `GET /log` has a line for each request that was granted or refused.
 */
public class TokenService {
  static final String[] TRUST = {
    "http://docs.oasis-open.org/ws-sx/ws-trust/200512", "http://schemas.xmlsoap.org/ws/2005/02/trust"
  };
  static final String POLICY = "http://schemas.xmlsoap.org/ws/2004/09/policy";
  static final String PASSWORD = "correct horse";
  static final StringBuffer log = new StringBuffer();
  static final Set<String> issued = ConcurrentHashMap.newKeySet();

  static class Refusal extends Exception {
    Refusal(String code) {
      super(code);
    }
  }

  public static void main(String[] args) throws Exception {
    X509Certificate issuer = (X509Certificate) Judge.store(args[0]).getCertificate("key");
    PrivateKey key = (PrivateKey) Judge.store(args[0]).getKey("key", "secret".toCharArray());
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/log", exchange -> answer(exchange, 200, "text/plain", log.toString()));
    server.createContext("/sts", exchange -> {
      String envelope = "http://www.w3.org/2003/05/soap-envelope";
      try (InputStream input = exchange.getRequestBody()) {
        String text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
        Element root = Assertions.parse(text);
        envelope = root.getNamespaceURI();
        String body = serve(root, exchange, issuer, key, Judge.crypto(args[1]));
        String response = wrap(envelope, body);
        if (query(exchange).containsKey("protect")) {
          response = protect(response, query(exchange).get("protect"), Judge.crypto(args[0]), Judge.crypto(args[1]));
        }
        answer(exchange, 200, contentType(envelope), response);
      } catch (Exception error) {
        String code = error instanceof Refusal ? error.getMessage() : "RequestFailed";
        log.append("refused ").append(code).append(' ').append(error).append('\n');
        answer(exchange, 500, contentType(envelope), wrap(envelope, fault(envelope, code)));
      }
    });
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  static String serve(Element root, HttpExchange exchange, X509Certificate issuer, PrivateKey key, Crypto known)
      throws Exception {
    Element body = Assertions.child(root, root.getNamespaceURI(), "Body");
    Element request = (Element) body.getFirstChild();
    String trust = request.getNamespaceURI();
    if (!List.of(TRUST).contains(trust)) throw new Refusal("InvalidRequest");
    String type = Assertions.child(request, trust, "RequestType").getTextContent();
    String action = type.substring(trust.length() + 1);
    Element header = Assertions.child(root, root.getNamespaceURI(), "Header");
    Element wsaAction = Assertions.child(header, "http://www.w3.org/2005/08/addressing", "Action");
    if (wsaAction != null && !wsaAction.getTextContent().equals(trust + "/RST/" + action)) {
      throw new Refusal("ActionNotSupported");
    }
    X509Certificate signer = authenticate(root.getOwnerDocument(), exchange, known);
    String response;
    switch (action) {
      case "Issue":
      case "Renew":
        response = issue(request, trust, action, exchange, signer, issuer, key);
        break;
      case "Cancel":
        response = cancel(request, trust);
        break;
      default:
        throw new Refusal("BadRequest");
    }
    log.append(action).append('\n');
    boolean isCollection = trust.equals(TRUST[0]) && action.equals("Issue");
    String collection = "wst:RequestSecurityTokenResponseCollection";
    return isCollection
        ? "<" + collection + " xmlns:wst=\"" + trust + "\">" + response + "</" + collection + ">"
        : response;
  }

  /** Returns the certificate of the key that signed the Body; null for a caller with a password. */
  static X509Certificate authenticate(Document document, HttpExchange exchange, Crypto known) throws Exception {
    CallbackHandler passwords = Judge.password(PASSWORD);
    String basic = exchange.getRequestHeaders().getFirst("Authorization");
    String expected = "Basic " + Base64.getEncoder().encodeToString(("ada:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    boolean isKnown = expected.equals(basic);
    X509Certificate signer = null;
    WSSecurityEngine engine = new WSSecurityEngine();
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(false);
    engine.setWssConfig(config);
    List<WSSecurityEngineResult> results;
    try {
      results = engine.processSecurityHeader(document, null, passwords, known, known);
    } catch (Exception error) {
      log.append("wss4j ").append(error.getMessage()).append('\n');
      throw new Refusal("FailedAuthentication");
    }
    for (WSSecurityEngineResult result : results == null ? List.<WSSecurityEngineResult>of() : results) {
      int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
      if (action == WSConstants.UT) isKnown = true;
      if (action != WSConstants.SIGN) continue;
      for (Object reference : (List<?>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS)) {
        if (!((WSDataRef) reference).getProtectedElement().getLocalName().equals("Body")) continue;
        signer = (X509Certificate) result.get(WSSecurityEngineResult.TAG_X509_CERTIFICATE);
        isKnown = true;
      }
    }
    if (!isKnown) throw new Refusal("FailedAuthentication");
    return signer;
  }

  static String issue(Element request, String trust, String action, HttpExchange exchange, X509Certificate signer,
      X509Certificate issuer, PrivateKey key) throws Exception {
    if (action.equals("Renew")) {
      Element old = (Element) Assertions.child(request, trust, "RenewTarget").getFirstChild();
      if (!issued.contains(idOf(old))) throw new Refusal("UnableToRenew");
      Assertions.verify(Assertions.parse(Assertions.print(old)), issuer);
    }
    String tokenType = Assertions.child(request, trust, "TokenType").getTextContent();
    String version = tokenType.endsWith("#SAMLV2.0") ? "2.0" : "1.1";
    if (Assertions.child(request, POLICY, "AppliesTo") == null) throw new Refusal("InvalidScope");
    X509Certificate holder = null;
    if (Assertions.child(request, trust, "KeyType").getTextContent().endsWith("/PublicKey")) {
      Element useKey = Assertions.child(request, trust, "UseKey");
      holder = Assertions.certificate(useKey.getElementsByTagNameNS(Assertions.DS, "X509Certificate").item(0).getTextContent());
      if (!holder.equals(signer)) throw new Refusal("FailedCheck");
    }
    long seconds = Long.parseLong(query(exchange).getOrDefault("seconds", "600"));
    Element assertion =
        Assertions.make(version, holder == null ? "bearer" : "holder-of-key", holder, seconds, key, issuer);
    issued.add(idOf(assertion));
    Instant now = Instant.now();
    String wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    return "<wst:RequestSecurityTokenResponse xml:lang=\"de\" xmlns=\"urn:other\" xmlns:wst=\"" + trust + "\"><wst:TokenType>"
        + tokenType + "</wst:TokenType><wst:RequestedSecurityToken>" + Assertions.print(assertion)
        + "</wst:RequestedSecurityToken><wst:Lifetime xmlns:wsu=\"" + wsu + "\"><wsu:Created>" + now
        + "</wsu:Created><wsu:Expires>" + now.plusSeconds(seconds)
        + "</wsu:Expires></wst:Lifetime></wst:RequestSecurityTokenResponse>";
  }

  static String cancel(Element request, String trust) throws Exception {
    String id = Assertions.child(request, trust, "CancelTarget").getTextContent();
    if (!issued.remove(id)) throw new Refusal("BadRequest");
    return "<wst:RequestSecurityTokenResponse xmlns:wst=\"" + trust
        + "\"><wst:RequestedTokenCancelled/></wst:RequestSecurityTokenResponse>";
  }

  /** Signs the Body and the Timestamp of a response with the key of the issuer, and may encrypt the Body for the signer. */
  static String protect(String response, String how, Crypto issuer, Crypto signer) throws Exception {
    Document document = Assertions.parse(response).getOwnerDocument();
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.build(document, header);
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("key", "secret");
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.setParts(new Vector<>(List.of(
        new WSEncryptionPart("Body", document.getDocumentElement().getNamespaceURI(), ""),
        new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""))));
    signature.build(document, issuer, header);
    if (how.equals("encrypt")) {
      WSSecEncrypt encrypt = new WSSecEncrypt();
      encrypt.setUserInfo("key");
      encrypt.setKeyIdentifierType(WSConstants.ISSUER_SERIAL);
      encrypt.setKeyEnc(WSConstants.KEYTRANSPORT_RSAOEP);
      encrypt.setSymmetricEncAlgorithm(WSConstants.AES_256_GCM);
      encrypt.build(document, signer, header);
    }
    return Assertions.print(document);
  }

  static String idOf(Element assertion) {
    return assertion.getAttributeNS(null, assertion.hasAttributeNS(null, "ID") ? "ID" : "AssertionID");
  }

  static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> values = new TreeMap<>();
    String query = exchange.getRequestURI().getQuery();
    for (String part : query == null ? new String[0] : query.split("&")) {
      values.put(part.split("=")[0], part.split("=")[1]);
    }
    return values;
  }

  static String fault(String envelope, String code) {
    String reason = "refused ada with " + PASSWORD;
    return envelope.endsWith("/soap-envelope")
        ? "<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value xmlns:wst=\"" + TRUST[0] + "\">wst:" + code
            + "</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang=\"en\">" + reason + "</s:Text></s:Reason></s:Fault>"
        : "<s:Fault><faultcode xmlns:wst=\"" + TRUST[0] + "\">wst:" + code + "</faultcode><faultstring>" + reason
            + "</faultstring></s:Fault>";
  }

  static String wrap(String envelope, String body) {
    return "<?xml version=\"1.0\"?><s:Envelope xmlns:s=\"" + envelope + "\"><s:Body>" + body + "</s:Body></s:Envelope>";
  }

  static String contentType(String envelope) {
    return envelope.endsWith("/soap-envelope") ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8";
  }

  static void answer(HttpExchange exchange, int status, String type, String text) throws java.io.IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
