import java.util.ArrayList;
import java.util.List;
import javax.security.auth.callback.CallbackHandler;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.AlgorithmSuite;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.handler.RequestData;
import org.apache.ws.security.util.WSSecurityUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * A judge of requests by a policy with a symmetric binding. It reads the WS-SecurityPolicy document itself, lets Apache WSS4J verify and
 * decrypt the request with the algorithm suite of the policy, which WSS4J enforces, and checks what WSS4J found against the assertions. Takes the
 * PKCS#12 files of the service and of its client, and a job per line: "judge READING POLICY FILE". READING "standard" wants HMAC-SHA1 in every
 * suite, "wcf" HMAC-SHA256 where the digest is SHA-256. A line of its output is "accepted" in base64, or "failed" and every reason.
 */
public class PolicyJudge {
  static final String WSC_2005 = "http://schemas.xmlsoap.org/ws/2005/02/sc";
  static final String WSC_13 = "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512";
  static final String SP_11 = "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy";
  static final String CXF = "http://cxf.apache.org/custom/security-policy";

  public static void main(String[] args) throws Exception {
    Crypto service = Judge.crypto(args[0]);
    Crypto client = Judge.crypto(args[1]);
    Judge.serve(job -> {
      PolicyJudge judge = new PolicyJudge(Judge.read(job[2]).getDocumentElement(), job[1]);
      judge.open(Judge.read(job[3]), service, client);
      judge.check();
      if (!judge.reasons.isEmpty()) throw new Exception(String.join("; ", judge.reasons));
      return "accepted";
    });
  }

  final List<String> reasons = new ArrayList<>();
  final Element policy;
  final Element binding;
  final String sp;
  final String reading;
  Element security;
  /** In the order of the Security block. */
  final List<WSSecurityEngineResult> results = new ArrayList<>();

  PolicyJudge(Element policy, String reading) {
    this.policy = policy;
    this.reading = reading;
    this.binding = (Element) policy.getElementsByTagNameNS("*", "SymmetricBinding").item(0);
    this.sp = binding.getNamespaceURI();
  }

  void open(Document document, Crypto service, Crypto client) throws Exception {
    CallbackHandler passwords = Judge.password("secret");
    RequestData data = new RequestData();
    data.setWssConfig(WSSConfig.getNewInstance());
    data.setCallbackHandler(passwords);
    data.setSigCrypto(client);
    data.setDecCrypto(service);
    data.setAlgorithmSuite(suite());
    security = WSSecurityUtil.getSecurityHeader(document, null);
    List<WSSecurityEngineResult> found = new WSSecurityEngine().processSecurityHeader(security, data);
    // WSS4J puts each result before the earlier ones.
    for (WSSecurityEngineResult result : found) results.add(0, result);
  }

  /** WS-SecurityPolicy 1.2 §6.1. Suites with a SHA-256 digest may have RSA-SHA256, as newer versions of CXF do. */
  AlgorithmSuite suite() {
    Element named = firstChild(firstChild(firstChild(firstChild(binding, "Policy"), "AlgorithmSuite"), "Policy"), null);
    String name = named.getLocalName();
    boolean gcm = CXF.equals(named.getNamespaceURI());
    boolean sha256 = gcm || name.contains("Sha256");
    boolean is256 = name.startsWith("Basic256");
    AlgorithmSuite suite = new AlgorithmSuite();
    boolean better = sha256 && reading.equals("wcf");
    suite.addSignatureMethod(better ? WSConstants.HMAC_SHA256 : WSConstants.HMAC_SHA1);
    suite.addSignatureMethod(sha256 ? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256" : WSConstants.RSA_SHA1);
    suite.addDigestAlgorithm(sha256 ? WSConstants.SHA256 : WSConstants.SHA1);
    suite.addC14nAlgorithm("http://www.w3.org/2001/10/xml-exc-c14n#");
    suite.addTransformAlgorithm("http://www.w3.org/2001/10/xml-exc-c14n#");
    if (gcm) suite.addEncryptionMethod(is256 ? WSConstants.AES_256_GCM : WSConstants.AES_128_GCM);
    else suite.addEncryptionMethod(is256 ? WSConstants.AES_256 : WSConstants.AES_128);
    suite.addKeyWrapAlgorithm(name.contains("Rsa15") ? WSConstants.KEYTRANSPORT_RSA15 : WSConstants.KEYTRANSPORT_RSAOEP);
    suite.addDerivedKeyAlgorithm(WSC_2005 + "/dk/p_sha1");
    suite.addDerivedKeyAlgorithm(WSC_13 + "/dk/p_sha1");
    suite.setSignatureDerivedKeyLength(is256 ? 192 : 128);
    suite.setEncryptionDerivedKeyLength(is256 ? 256 : 128);
    suite.setMinimumSymmetricKeyLength(is256 ? 256 : 128);
    suite.setMaximumSymmetricKeyLength(256);
    suite.setMinimumAsymmetricKeyLength(1024);
    suite.setMaximumAsymmetricKeyLength(4096);
    return suite;
  }

  void check() {
    if (has("IncludeTimestamp")) {
      if (!isSigned(firstChild(security, "Timestamp"))) reasons.add("IncludeTimestamp: no signed Timestamp");
      if (!"Timestamp".equals(firstChild(security, null).getLocalName())) reasons.add("Layout: the Timestamp is not the first");
    }
    checkParts();
    checkToken();
    if (has("EncryptSignature") != isEncrypted("Signature")) reasons.add("EncryptSignature");
    checkOrder();
    checkSupporting();
  }

  /** The SignedParts and EncryptedParts next to the binding. */
  void checkParts() {
    Element envelope = security.getOwnerDocument().getDocumentElement();
    for (Element parts : children(binding.getParentNode())) {
      boolean signed = parts.getLocalName().equals("SignedParts");
      if (!signed && !parts.getLocalName().equals("EncryptedParts")) continue;
      for (Element part : children(parts)) {
        if (part.getLocalName().equals("Body")) {
          Element body = firstChild(envelope, "Body");
          if (signed ? !isSigned(body) : !isEncrypted(children(body).get(0).getLocalName()) && !isEncrypted("Body")) {
            reasons.add(parts.getLocalName() + ": Body");
          }
          continue;
        }
        for (Element block : children(firstChild(envelope, "Header"))) {
          boolean isNamed = part.getAttribute("Namespace").equals(block.getNamespaceURI());
          if (isNamed && part.getAttribute("Name").equals(block.getLocalName()) && !isSigned(block)) {
            reasons.add(parts.getLocalName() + ": Header " + block.getLocalName());
          }
        }
      }
    }
  }

  /** The token of the binding: how the session key names the certificate, and which keys are derived from it. */
  void checkToken() {
    Element token = (Element) binding.getElementsByTagNameNS(sp, "X509Token").item(0);
    String include = token.getAttributeNS(sp, "IncludeToken").replaceFirst(".*/", "");
    Element key = firstChild(security, "EncryptedKey");
    Element reference = firstChild(firstChild(firstChild(key, "KeyInfo"), "SecurityTokenReference"), null);
    String form = reference.getLocalName();
    if (include.equals("AlwaysToRecipient") && !form.equals("Reference")) reasons.add("IncludeToken: " + form);
    if (include.equals("Never") && form.equals("Reference")) reasons.add("IncludeToken: " + form);
    if (in(token, "RequireIssuerSerialReference") && !form.equals("X509Data")) reasons.add("RequireIssuerSerialReference");
    if (in(token, "RequireThumbprintReference") && !reference.getAttribute("ValueType").endsWith("#ThumbprintSHA1")) {
      reasons.add("RequireThumbprintReference");
    }
    boolean derives = in(token, "RequireDerivedKeys") || in(token, "RequireExplicitDerivedKeys");
    String wsc = sp.equals(SP_11) ? WSC_2005 : WSC_13;
    List<Element> derived = new ArrayList<>();
    for (Element child : children(security)) if (child.getLocalName().equals("DerivedKeyToken")) derived.add(child);
    // One for the signature and one for the encryption.
    if (derived.size() != (derives ? 2 : 0)) reasons.add("RequireDerivedKeys: " + derived.size() + " keys");
    for (Element each : derived) if (!wsc.equals(each.getNamespaceURI())) reasons.add("RequireDerivedKeys: " + each.getNamespaceURI());
    if (messageSignature() == null) reasons.add("no message signature");
    if (!has("ProtectTokens")) return;
    if (!isSigned(key)) reasons.add("ProtectTokens: EncryptedKey");
    if (form.equals("Reference")) {
      for (Element child : children(security)) {
        boolean isToken = reference.getAttribute("URI").equals("#" + child.getAttributeNS(WSConstants.WSU_NS, "Id"));
        if (isToken && !isSigned(child)) reasons.add("ProtectTokens: BinarySecurityToken");
      }
    }
  }

  /** What was done last comes first and is undone first. */
  void checkOrder() {
    int signed = results.indexOf(messageSignature());
    int encrypted = -1;
    for (int at = 0; at < results.size(); at += 1) {
      boolean isList = action(results.get(at)) == WSConstants.ENCR && !refs(results.get(at)).isEmpty();
      if (isList && encrypted < 0) encrypted = at;
    }
    if (encrypted < 0) return;
    if (has("EncryptBeforeSigning") != signed < encrypted) reasons.add("EncryptBeforeSigning");
  }

  void checkSupporting() {
    for (Element supporting : children(binding.getParentNode())) {
      String kind = supporting.getLocalName();
      if (!kind.endsWith("SupportingTokens")) continue;
      if (in(supporting, "UsernameToken")) {
        Element token = firstChild(security, "UsernameToken");
        if (token == null) reasons.add(kind + ": no UsernameToken");
        if (kind.contains("Signed") && !isSigned(token)) reasons.add(kind + ": the UsernameToken is not signed");
        if (kind.contains("Encrypted") && !isEncrypted("UsernameToken")) reasons.add(kind + ": the UsernameToken is not encrypted");
      }
      if (kind.contains("Endorsing")) checkEndorsing(kind);
    }
  }

  /** §8.3: the key of the token signs the message signature. */
  void checkEndorsing(String kind) {
    Element message = null;
    for (Element child : children(security)) if (message == null && child.getLocalName().equals("Signature")) message = child;
    boolean endorsed = false;
    for (WSSecurityEngineResult result : results) {
      if (action(result) != WSConstants.SIGN || method(result).contains("hmac")) continue;
      for (WSDataRef ref : refs(result)) endorsed |= ref.getProtectedElement() == message;
    }
    if (!endorsed) reasons.add(kind + ": the message signature is not signed");
    if (kind.startsWith("Signed") && !isSigned(firstChild(security, "BinarySecurityToken"))) {
      reasons.add(kind + ": the certificate is not signed");
    }
  }

  WSSecurityEngineResult messageSignature() {
    for (WSSecurityEngineResult result : results) {
      if (action(result) == WSConstants.SIGN && method(result).contains("hmac")) return result;
    }
    return null;
  }

  /** Whether the message signature covers an element. */
  boolean isSigned(Element element) {
    WSSecurityEngineResult signature = messageSignature();
    if (signature == null || element == null) return false;
    for (WSDataRef ref : refs(signature)) if (ref.getProtectedElement() == element) return true;
    return false;
  }

  boolean isEncrypted(String name) {
    for (WSSecurityEngineResult result : results) {
      if (action(result) != WSConstants.ENCR) continue;
      for (WSDataRef ref : refs(result)) if (ref.getName() != null && name.equals(ref.getName().getLocalPart())) return true;
    }
    return false;
  }

  static int action(WSSecurityEngineResult result) {
    return (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
  }

  static String method(WSSecurityEngineResult result) {
    return String.valueOf(result.get(WSSecurityEngineResult.TAG_SIGNATURE_METHOD));
  }

  @SuppressWarnings("unchecked")
  static List<WSDataRef> refs(WSSecurityEngineResult result) {
    Object refs = result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
    return refs == null ? List.of() : (List<WSDataRef>) refs;
  }

  boolean has(String option) {
    return in(binding, option);
  }

  boolean in(Element around, String name) {
    return around.getElementsByTagNameNS(sp, name).getLength() > 0;
  }

  static List<Element> children(Node parent) {
    List<Element> found = new ArrayList<>();
    NodeList nodes = parent.getChildNodes();
    for (int at = 0; at < nodes.getLength(); at += 1) if (nodes.item(at) instanceof Element) found.add((Element) nodes.item(at));
    return found;
  }

  /** The first child with a local name, or the first of all. */
  static Element firstChild(Node parent, String name) {
    for (Element child : children(parent)) if (name == null || name.equals(child.getLocalName())) return child;
    return null;
  }
}
