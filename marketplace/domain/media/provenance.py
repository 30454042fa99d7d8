"""Tells by its metadata whether a photo was made by AI, and writes the same into what is stored (IPTC digital source type)."""

# IPTC's terms, which XMP and C2PA manifests name by their addresses, uncompressed.
_NAMESPACE = b"iptc.org/std/Iptc4xmpExt/2008-02-29/"
_VOCABULARY = b"cv.iptc.org/newscodes/digitalsourcetype/"
_AI_TERMS = (b"trainedAlgorithmicMedia", b"compositeWithTrainedAlgorithmicMedia")
_XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://%b">'
    b"<Iptc4xmpExt:DigitalSourceType>http://%b%b</Iptc4xmpExt:DigitalSourceType>"
    b"</rdf:Description></rdf:RDF></x:xmpmeta>"
)


def find_packet(data: bytes) -> bytes:
    """Return an XMP packet with the digital source type of a file that an AI made or changed; empty for other files."""
    term = next((each for each in _AI_TERMS if _VOCABULARY + each in data), b"")
    return _XMP % (_NAMESPACE, _VOCABULARY, term) if term else b""
