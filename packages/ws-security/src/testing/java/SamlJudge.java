import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.security.auth.callback.CallbackHandler;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSDocInfo;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.WSSecurityException;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.handler.RequestData;
import org.apache.ws.security.processor.Processor;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Apache WSS4J as a judge of messages with SAML assertions. Takes the PKCS#12 files of the issuer of assertions, of a signer and of a
 * reader, and a job per line: "issue VERSION METHOD SECONDS" makes an assertion for the signer, "open FILE" verifies an envelope. Answers each
 * with one line in base64, or "failed" and why. WSS4J reads assertions with OpenSAML, which Debian does not have: a processor of our own
 * reads them, and WSS4J does the rest, STR-Transform included.
 */
public class SamlJudge {
  static class AssertionProcessor implements Processor {
    private final X509Certificate issuer;

    AssertionProcessor(X509Certificate issuer) {
      this.issuer = issuer;
    }

    public List<WSSecurityEngineResult> handleToken(Element assertion, RequestData data, WSDocInfo info)
        throws WSSecurityException {
      try {
        Assertions.verify(assertion, issuer);
        X509Certificate holder = Assertions.holderOf(assertion);
        boolean is2 = assertion.hasAttributeNS(null, "ID");
        // Presented as a token with a certificate, so that a signature may name the assertion as its key.
        WSSecurityEngineResult result = new WSSecurityEngineResult(WSConstants.BST);
        result.put(WSSecurityEngineResult.TAG_ID, assertion.getAttributeNS(null, is2 ? "ID" : "AssertionID"));
        result.put(WSSecurityEngineResult.TAG_TOKEN_ELEMENT, assertion);
        // The issuer vouches for the key of the holder, so that its certificate needs no other trust.
        result.put(WSSecurityEngineResult.TAG_VALIDATED_TOKEN, Boolean.TRUE);
        if (holder != null) result.put(WSSecurityEngineResult.TAG_X509_CERTIFICATES, new X509Certificate[] {holder});
        info.addTokenElement(assertion, false);
        info.addResult(result);
        return new ArrayList<>(List.of(result));
      } catch (Exception error) {
        throw new WSSecurityException("assertion: " + error.getMessage(), error);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    X509Certificate issuer = (X509Certificate) Judge.store(args[0]).getCertificate("key");
    PrivateKey issuerKey = (PrivateKey) Judge.store(args[0]).getKey("key", "secret".toCharArray());
    X509Certificate signer = (X509Certificate) Judge.store(args[1]).getCertificate("key");
    Judge.serve(job -> {
      if (job[0].equals("open")) return open(Judge.read(job[1]), issuer, Judge.crypto(args[1]), Judge.crypto(args[2]));
      X509Certificate holder = job[2].equals("holder-of-key") ? signer : null;
      return Assertions.print(Assertions.make(job[1], job[2], holder, Long.parseLong(job[3]), issuerKey, issuer));
    });
  }

  /** Verifies a message. Returns the names of the security tokens that were read, and of the elements that are signed. */
  static String open(Document document, X509Certificate issuer, Crypto signer, Crypto reader) throws Exception {
    CallbackHandler passwords = Judge.password("secret");
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(false);
    config.setProcessor(WSSecurityEngine.SAML_TOKEN, new AssertionProcessor(issuer));
    config.setProcessor(WSSecurityEngine.SAML2_TOKEN, new AssertionProcessor(issuer));
    WSSecurityEngine engine = new WSSecurityEngine();
    engine.setWssConfig(config);
    List<WSSecurityEngineResult> results = engine.processSecurityHeader(document, null, passwords, signer, reader);
    if (results == null) throw new Exception("no security header");
    TreeSet<String> signed = new TreeSet<>();
    TreeSet<String> tokens = new TreeSet<>();
    for (WSSecurityEngineResult result : results) {
      Element token = (Element) result.get(WSSecurityEngineResult.TAG_TOKEN_ELEMENT);
      if (token != null) tokens.add(token.getLocalName());
      if (!result.get(WSSecurityEngineResult.TAG_ACTION).equals(WSConstants.SIGN)) continue;
      for (Object reference : (List<?>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS)) {
        signed.add(((WSDataRef) reference).getProtectedElement().getLocalName());
      }
    }
    return "read " + String.join(",", tokens) + " signed " + String.join(",", signed);
  }
}
