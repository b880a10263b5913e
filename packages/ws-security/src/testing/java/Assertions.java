import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Creates SAML assertions and signs them with the XML Signature of the JDK. Debian has no OpenSAML for Java. */
public class Assertions {
  static final String SAML1 = "urn:oasis:names:tc:SAML:1.0:assertion";
  static final String SAML2 = "urn:oasis:names:tc:SAML:2.0:assertion";
  static final String DS = "http://www.w3.org/2000/09/xmldsig#";

  /** Creates a signed assertion. The method is "bearer", "holder-of-key" or "sender-vouches"; the holder may be null. */
  static Element make(String version, String method, X509Certificate holder, long seconds, PrivateKey key,
      X509Certificate issuer) throws Exception {
    Document document = newFactory().newDocumentBuilder().newDocument();
    boolean is2 = version.equals("2.0");
    String uri = is2 ? SAML2 : SAML1;
    String prefix = is2 ? "saml2:" : "saml1:";
    Element assertion = document.createElementNS(uri, prefix + "Assertion");
    String id = "_" + UUID.randomUUID();
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    assertion.setAttributeNS(null, "IssueInstant", now.toString());
    Element conditions = document.createElementNS(uri, prefix + "Conditions");
    conditions.setAttributeNS(null, "NotBefore", now.minusSeconds(5).toString());
    conditions.setAttributeNS(null, "NotOnOrAfter", now.plusSeconds(seconds).toString());
    Element subject = document.createElementNS(uri, prefix + "Subject");
    add(subject, uri, prefix + (is2 ? "NameID" : "NameIdentifier"), "uid=ada,o=Bank & Söhne");
    Element confirmation = add(subject, uri, prefix + "SubjectConfirmation", null);
    String methodUri = "urn:oasis:names:tc:SAML:" + (is2 ? "2.0" : "1.0") + ":cm:" + method;
    if (is2) confirmation.setAttributeNS(null, "Method", methodUri);
    else add(confirmation, uri, prefix + "ConfirmationMethod", methodUri);
    if (holder != null) {
      Element data = is2 ? add(confirmation, uri, prefix + "SubjectConfirmationData", null) : confirmation;
      Element info = add(data, DS, "ds:KeyInfo", null);
      Element x509 = add(info, DS, "ds:X509Data", null);
      add(x509, DS, "ds:X509Certificate", Base64.getEncoder().encodeToString(holder.getEncoded()));
    }
    Element statement = document.createElementNS(uri, prefix + "AttributeStatement");
    if (is2) {
      assertion.setAttributeNS(null, "Version", "2.0");
      assertion.setAttributeNS(null, "ID", id);
      add(assertion, uri, prefix + "Issuer", "urn:test:issuer");
      assertion.appendChild(subject);
    } else {
      assertion.setAttributeNS(null, "MajorVersion", "1");
      assertion.setAttributeNS(null, "MinorVersion", "1");
      assertion.setAttributeNS(null, "AssertionID", id);
      assertion.setAttributeNS(null, "Issuer", "urn:test:issuer");
      statement.appendChild(subject);
    }
    assertion.appendChild(conditions);
    Element attribute = add(statement, uri, prefix + "Attribute", null);
    attribute.setAttributeNS(null, is2 ? "Name" : "AttributeName", "role");
    if (!is2) attribute.setAttributeNS(null, "AttributeNamespace", "urn:test");
    Element value = add(attribute, uri, prefix + "AttributeValue", "CANARY <teller>");
    value.setAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "xsi:type", "xs:string");
    // OpenSAML declares the prefix where the type is, .NET on the assertion.
    Element declaring = is2 ? value : assertion;
    declaring.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:xs", "http://www.w3.org/2001/XMLSchema");
    assertion.appendChild(statement);
    // Printed and parsed again, so that it has the namespace declarations that are signed.
    Element read = parse(print(assertion));
    sign(read, id, key, issuer, is2 ? read.getFirstChild().getNextSibling() : null);
    return read;
  }

  static void sign(Element assertion, String id, PrivateKey key, X509Certificate issuer, Node before) throws Exception {
    XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
    C14NMethodParameterSpec none = null;
    // As OpenSAML does: exclusive canonicalization does not include the prefix of xsi:type by itself.
    Transform canonical = factory.newTransform(CanonicalizationMethod.EXCLUSIVE,
        new javax.xml.crypto.dsig.spec.ExcC14NParameterSpec(List.of("xs")));
    Transform enveloped = factory.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null);
    Reference reference = factory.newReference("#" + id, factory.newDigestMethod(DigestMethod.SHA256, null),
        List.of(enveloped, canonical), null, null);
    SignedInfo info = factory.newSignedInfo(factory.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE, none),
        factory.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", null),
        Collections.singletonList(reference));
    KeyInfoFactory keys = factory.getKeyInfoFactory();
    KeyInfo keyInfo = keys.newKeyInfo(List.of(keys.newX509Data(List.of(issuer))));
    DOMSignContext context = before == null ? new DOMSignContext(key, assertion) : new DOMSignContext(key, assertion, before);
    context.setDefaultNamespacePrefix("ds");
    context.setIdAttributeNS(assertion, null, assertion.hasAttributeNS(null, "ID") ? "ID" : "AssertionID");
    factory.newXMLSignature(info, keyInfo).sign(context);
  }

  /** Throws unless the issuer signed exactly this assertion, and it is valid now. */
  static void verify(Element assertion, X509Certificate issuer) throws Exception {
    String idName = assertion.hasAttributeNS(null, "ID") ? "ID" : "AssertionID";
    Element signature = child(assertion, DS, "Signature");
    if (signature == null) throw new Exception("the assertion is not signed");
    DOMValidateContext context = new DOMValidateContext(issuer.getPublicKey(), signature);
    context.setIdAttributeNS(assertion, null, idName);
    XMLSignature read = XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context);
    Reference reference = (Reference) read.getSignedInfo().getReferences().get(0);
    boolean isWhole = reference.getURI().equals("#" + assertion.getAttributeNS(null, idName));
    if (!isWhole || !read.validate(context)) throw new Exception("the assertion was altered");
    Element conditions = child(assertion, assertion.getNamespaceURI(), "Conditions");
    Instant end = Instant.parse(conditions.getAttributeNS(null, "NotOnOrAfter"));
    if (!Instant.now().isBefore(end)) throw new Exception("the assertion is expired");
  }

  /** The certificate of the holder; null for an assertion of another kind. */
  static X509Certificate holderOf(Element assertion) throws Exception {
    NodeList confirmations = assertion.getElementsByTagNameNS(assertion.getNamespaceURI(), "SubjectConfirmation");
    NodeList found = ((Element) confirmations.item(0)).getElementsByTagNameNS(DS, "X509Certificate");
    return found.getLength() == 0 ? null : certificate(found.item(0).getTextContent());
  }

  static X509Certificate certificate(String base64) throws Exception {
    byte[] der = Base64.getMimeDecoder().decode(base64);
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }

  static DocumentBuilderFactory newFactory() {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory;
  }

  static Element parse(String text) throws Exception {
    return newFactory().newDocumentBuilder().parse(new InputSource(new StringReader(text))).getDocumentElement();
  }

  static String print(Node node) throws Exception {
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(node), new StreamResult(text));
    return text.toString();
  }

  static Element add(Element parent, String uri, String name, String text) {
    Element child = parent.getOwnerDocument().createElementNS(uri, name);
    if (text != null) child.setTextContent(text);
    parent.appendChild(child);
    return child;
  }

  static Element child(Element parent, String uri, String local) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (local.equals(node.getLocalName()) && uri.equals(node.getNamespaceURI())) return (Element) node;
    }
    return null;
  }
}
