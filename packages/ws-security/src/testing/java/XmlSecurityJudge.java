import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Security;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.apache.ws.security.conversation.dkalgo.P_SHA1;
import org.apache.xml.security.encryption.EncryptedData;
import org.apache.xml.security.encryption.XMLCipher;
import org.apache.xml.security.keys.KeyInfo;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.transforms.Transforms;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Apache Santuario as a judge of what WSS4J 1.6 does not support: ECDSA, RSA-PSS, and derived keys with AES-GCM. A job per line
 * of its input, a line of output for each: the result in base64, or "failed" and why.
 *
 * "verify STORE FILE" checks the signature of an envelope with the certificate of a PKCS#12 file. "element STORE FILE" checks the first signature of any document. "sign
 * METHOD DIGEST STORE FILE" signs the Body and the Timestamp. "answer CIPHER STORE FILE" decrypts a request with derived keys, checks its signature, and secures the
 * same Body with new keys derived from its session key.
 */
public class XmlSecurityJudge {
  static final String DS = "http://www.w3.org/2000/09/xmldsig#";
  static final String XENC = "http://www.w3.org/2001/04/xmlenc#";
  static final String EXC = "http://www.w3.org/2001/10/xml-exc-c14n#";
  static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-";
  static final String WSSE = OASIS + "secext-1.0.xsd";
  static final String WSU = OASIS + "utility-1.0.xsd";
  static final String WSC = "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512";
  static final String HMAC = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256";
  static final String LABEL = "WS-SecureConversationWS-SecureConversation";

  public static void main(String[] args) throws Exception {
    Security.addProvider(new org.bouncycastle.jce.provider.BouncyCastleProvider());
    org.apache.xml.security.Init.init();
    Judge.serve(job -> {
      Document document = Judge.read(job[job.length - 1]);
      KeyStore store = Judge.store(job[job.length - 2]);
      if (job[0].equals("verify")) verify(document, store.getCertificate("key").getPublicKey());
      else if (job[0].equals("element")) verifyFirst(document, store.getCertificate("key").getPublicKey());
      else if (job[0].equals("sign")) sign(document, job[1], job[2], privateKey(store));
      else answer(document, job[1], privateKey(store));
      return Judge.print(document);
    });
  }

  static Key privateKey(KeyStore store) throws Exception {
    return store.getKey("key", "secret".toCharArray());
  }

  static void verify(Document document, Key key) throws Exception {
    XMLSignature signature = verifyFirst(document, key);
    String body = "#" + body(document).getAttributeNS(WSU, "Id");
    for (int at = 0; at < signature.getSignedInfo().getLength(); at++) {
      if (signature.getSignedInfo().item(at).getURI().equals(body)) return;
    }
    throw new Exception("the Body is not signed");
  }

  static XMLSignature verifyFirst(Document document, Key key) throws Exception {
    markIds(document);
    XMLSignature signature = new XMLSignature(first(document, DS, "Signature"), "", true);
    boolean isValid = key instanceof java.security.PublicKey
      ? signature.checkSignatureValue((java.security.PublicKey) key)
      : signature.checkSignatureValue((javax.crypto.SecretKey) key);
    if (!isValid) throw new Exception("the signature is wrong");
    return signature;
  }

  static void sign(Document document, String method, String digest, Key key) throws Exception {
    Element token = first(document, WSSE, "BinarySecurityToken");
    sign(document, method, digest, key, reference(document, token.getAttributeNS(WSU, "Id"), null));
  }

  static void sign(Document document, String method, String digest, Key key, Element keyInfo) throws Exception {
    markIds(document);
    XMLSignature signature = new XMLSignature(document, "", method, EXC);
    first(document, WSSE, "Security").appendChild(signature.getElement());
    for (Element part : new Element[] {body(document), first(document, WSU, "Timestamp")}) {
      Transforms transforms = new Transforms(document);
      transforms.addTransform(EXC);
      signature.addDocument("#" + part.getAttributeNS(WSU, "Id"), transforms, digest);
    }
    signature.getKeyInfo().addUnknownElement(keyInfo);
    signature.sign(key);
  }

  static void answer(Document document, String cipher, Key key) throws Exception {
    byte[] wrapped = bytes(first(first(document, XENC, "EncryptedKey"), XENC, "CipherValue"));
    Cipher rsa = Cipher.getInstance("RSA/ECB/OAEPWithSHA1AndMGF1Padding");
    rsa.init(Cipher.DECRYPT_MODE, key);
    byte[] secret = rsa.doFinal(wrapped);
    Element data = first(body(document), XENC, "EncryptedData");
    XMLCipher opening = XMLCipher.getInstance();
    opening.init(XMLCipher.DECRYPT_MODE, new SecretKeySpec(derivedBy(document, data, secret), "AES"));
    opening.doFinal(document, data);
    byte[] signing = derivedBy(document, first(document, DS, "Signature"), secret);
    verify(document, new SecretKeySpec(signing, "HmacSHA256"));

    Element security = first(document, WSSE, "Security");
    while (security.hasChildNodes()) security.removeChild(security.getFirstChild());
    Element timestamp = append(security, WSU, "wsu:Timestamp", null);
    timestamp.setAttributeNS(WSU, "wsu:Id", "TS");
    append(timestamp, WSU, "wsu:Created", Instant.now().toString());
    append(timestamp, WSU, "wsu:Expires", Instant.now().plusSeconds(60).toString());
    String name = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(wrapped));
    byte[] mac = derive(security, "DK-sign", name, secret, 24);
    byte[] encrypting = derive(security, "DK-encrypt", name, secret, cipher.equals("aes128-gcm") ? 16 : 32);
    Element list = append(security, XENC, "xenc:ReferenceList", null);
    append(list, XENC, "xenc:DataReference", null).setAttribute("URI", "#ED");
    String digest = "http://www.w3.org/2001/04/xmlenc#sha256";
    sign(document, HMAC, digest, new SecretKeySpec(mac, "HmacSHA256"), reference(document, "DK-sign", WSC + "/dk"));
    XMLCipher closing = XMLCipher.getInstance("http://www.w3.org/2009/xmlenc11#" + cipher);
    closing.init(XMLCipher.ENCRYPT_MODE, new SecretKeySpec(encrypting, "AES"));
    EncryptedData encrypted = closing.getEncryptedData();
    encrypted.setId("ED");
    KeyInfo keyInfo = new KeyInfo(document);
    keyInfo.addUnknownElement(reference(document, "DK-encrypt", WSC + "/dk"));
    encrypted.setKeyInfo(keyInfo);
    closing.doFinal(document, body(document), true);
  }

  /** The key that the KeyInfo of an element refers to. */
  static byte[] derivedBy(Document document, Element user, byte[] secret) throws Exception {
    String id = first(first(user, DS, "KeyInfo"), WSSE, "Reference").getAttribute("URI").substring(1);
    NodeList tokens = document.getElementsByTagNameNS(WSC, "DerivedKeyToken");
    for (int at = 0; at < tokens.getLength(); at++) {
      Element token = (Element) tokens.item(at);
      if (!token.getAttributeNS(WSU, "Id").equals(id)) continue;
      int offset = Integer.parseInt(first(token, WSC, "Offset").getTextContent());
      long length = Long.parseLong(first(token, WSC, "Length").getTextContent());
      return new P_SHA1().createKey(secret, seed(bytes(first(token, WSC, "Nonce"))), offset, length);
    }
    throw new Exception("no derived key " + id);
  }

  static byte[] derive(Element security, String id, String name, byte[] secret, int length) throws Exception {
    byte[] nonce = new byte[16];
    new SecureRandom().nextBytes(nonce);
    Element token = append(security, WSC, "wsc:DerivedKeyToken", null);
    token.setAttributeNS(WSU, "wsu:Id", id);
    Element reference = append(token, WSSE, "wsse:SecurityTokenReference", null);
    Element identifier = append(reference, WSSE, "wsse:KeyIdentifier", name);
    identifier.setAttribute("ValueType", "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1");
    append(token, WSC, "wsc:Offset", "0");
    append(token, WSC, "wsc:Length", String.valueOf(length));
    append(token, WSC, "wsc:Nonce", Base64.getEncoder().encodeToString(nonce));
    return new P_SHA1().createKey(secret, seed(nonce), 0, length);
  }

  static byte[] seed(byte[] nonce) {
    byte[] label = LABEL.getBytes(StandardCharsets.UTF_8);
    byte[] seed = java.util.Arrays.copyOf(label, label.length + nonce.length);
    System.arraycopy(nonce, 0, seed, label.length, nonce.length);
    return seed;
  }

  static Element reference(Document document, String id, String type) {
    Element reference = document.createElementNS(WSSE, "wsse:SecurityTokenReference");
    Element direct = append(reference, WSSE, "wsse:Reference", null);
    direct.setAttribute("URI", "#" + id);
    if (type != null) direct.setAttribute("ValueType", type);
    return reference;
  }

  static Element append(Element parent, String uri, String name, String text) {
    Element child = parent.getOwnerDocument().createElementNS(uri, name);
    child.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:" + name.split(":")[0], uri);
    if (text != null) child.setTextContent(text);
    parent.appendChild(child);
    return child;
  }

  static byte[] bytes(Element element) {
    return Base64.getMimeDecoder().decode(element.getTextContent());
  }

  static Element body(Document document) throws Exception {
    return first(document, document.getDocumentElement().getNamespaceURI(), "Body");
  }

  static Element first(org.w3c.dom.Node scope, String uri, String name) throws Exception {
    NodeList found = scope instanceof Document
      ? ((Document) scope).getElementsByTagNameNS(uri, name)
      : ((Element) scope).getElementsByTagNameNS(uri, name);
    if (found.getLength() == 0) throw new Exception("no " + name);
    return (Element) found.item(0);
  }

  static void markIds(Document document) {
    NodeList all = document.getElementsByTagNameNS("*", "*");
    for (int at = 0; at < all.getLength(); at++) {
      Element element = (Element) all.item(at);
      if (element.hasAttributeNS(WSU, "Id")) element.setIdAttributeNS(WSU, "Id", true);
      if (element.hasAttributeNS(null, "Id")) element.setIdAttributeNS(null, "Id", true);
    }
  }
}
