<?php

/*
 * DOM, SimpleXML, XMLReader, XSL and the parser of events: documents from files of the wrapper, with parts in further files.
 */

/** A document whose type, entities and inclusions are in further files of the wrapper. */
$composed = function (Side $s): string {
    $part = $s->file("<part of=\"$s->name\">{$s->word()}</part>", 'part.xml');
    $entity = $s->file("entity of $s->name", 'entity.txt');
    $dtd = $s->file("<!ELEMENT list ANY>\n<!ELEMENT item ANY>\n<!ENTITY more SYSTEM \"$entity\">\n<!ATTLIST list name CDATA #IMPLIED>",
        'list.dtd');
    return $s->file(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE list SYSTEM \"$dtd\">\n<list name=\"$s->name\">"
            . "<item>&more;</item><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"$part\"/>"
                . "<item>{$s->text(3)}</item></list>",
        'composed.xml',
    );
};
$broken = fn(Side $s) => $s->file("<list>\n<item a='1' a='2'>{$s->text(2)}</itm>\n&unknown;\n<b></list>" . $s->text(3), 'broken.xml');
$all = LIBXML_NOENT | LIBXML_DTDLOAD | LIBXML_DTDATTR | LIBXML_DTDVALID;
$schema = fn(Side $s) => $s->file('<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="'
    . $s->file('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="short"><xs:restriction base="xs:string">'
        . '<xs:maxLength value="' . $s->pick(5, 6) . '"/></xs:restriction></xs:simpleType></xs:schema>', 'types.xsd')
    . '"/><xs:element name="list"><xs:complexType><xs:sequence><xs:element name="item" type="short" maxOccurs="unbounded"/>'
    . '</xs:sequence></xs:complexType></xs:element></xs:schema>', 'list.xsd');
$relax = fn(Side $s) => $s->file('<grammar xmlns="http://relaxng.org/ns/structure/1.0"><include href="'
    . $s->file('<grammar xmlns="http://relaxng.org/ns/structure/1.0"><define name="one">'
        . '<element name="item"><text/></element></define></grammar>', 'one.rng')
    . '"/><start><element name="list"><oneOrMore><ref name="one"/></oneOrMore></element></start></grammar>', 'list.rng');
$style = fn(Side $s) => '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:php="http://php.net/xsl">'
    . '<xsl:include href="' . $s->file('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">'
        . "<xsl:template match=\"item\"><i of=\"$s->name\"><xsl:value-of select=\".\"/></i></xsl:template></xsl:stylesheet>",
            'included.xsl') . '"/>'
    . '<xsl:template match="/list"><out><xsl:apply-templates select="item"/>'
        . '<xsl:value-of select="php:function(\'slow_xsl\', string(@name))"/>'
    . '<xsl:copy-of select="document(\'' . $s->file(xml($s), 'second.xml') . '\')"/></out></xsl:template></xsl:stylesheet>';
$document = function (Side $s, ?string $xml = null): DOMDocument {
    $document = new DOMDocument();
    $document->loadXML($xml ?? xml($s));
    return $document;
};
$transform = function (Side $s) use ($document, $style): XSLTProcessor {
    $processor = new XSLTProcessor();
    $processor->registerPHPFunctions();
    $processor->importStylesheet($document($s, $style($s)));
    return $processor;
};
$parser = function (Side $s): XMLParser {
    $parser = xml_parser_create();
    xml_set_element_handler($parser,
        $s->callback(fn($p, $name, $attributes) => [$name, $attributes], 'start'), $s->callback(fn($p, $name) => $name, 'end'));
    xml_set_character_data_handler($parser, $s->callback(fn($p, $text) => $text, 'text'));
    return $parser;
};
$domResult = fn($result, $args, $object) => [$result, $object?->saveXML()];

return [
    'DOMDocument::load, DOMDocument::loadHTMLFile' => ['args' => fn(Side $s) => [$s->file(xml($s))], 'shared' => false],
    'DOMDocument::load#composed' => fn(Side $s) => [$composed($s), $all],
    'DOMDocument::load#broken' => fn(Side $s) => [$broken($s)],
    'DOMDocument::loadHTMLFile#broken' => fn(Side $s) => [$s->file(html($s) . '<unknown>&x;<p></b>')],
    'DOMDocument::loadXML' => ['args' => fn(Side $s) => [Files::find($composed($s))->data, $all]],
    'DOMDocument::save' => ['object' => fn(Side $s) => $document($s), 'args' => fn(Side $s) => [$s->path('saved.xml')]],
    'DOMDocument::saveHTMLFile' => ['object' => fn(Side $s) => $document($s), 'args' => fn(Side $s) => [$s->path('saved.html')]],
    'DOMDocument::schemaValidate' => ['object' => fn(Side $s) => $document($s), 'args' => fn(Side $s) => [$schema($s)]],
    'DOMDocument::relaxNGValidate' => ['object' => fn(Side $s) => $document($s), 'args' => fn(Side $s) => [$relax($s)]],
    'DOMDocument::validate' => [
        'object' => function (Side $s) use ($composed) {
            $document = new DOMDocument();
            $document->load($composed($s));
            return $document;
        },
    ],
    'DOMDocument::xinclude' => [
        'object' => function (Side $s) use ($composed) {
            $document = new DOMDocument();
            $document->load($composed($s));
            return $document;
        },
    ],
    'DOMNode::C14NFile' => ['object' => fn(Side $s) => $document($s), 'args' => fn(Side $s) => [$s->path('c14n.xml')]],
    'DOMXPath::evaluate, DOMXPath::query' => [
        'object' => function (Side $s) use ($document) {
            $path = new DOMXPath($document($s));
            $path->registerNamespace('php', 'http://php.net/xpath');
            $path->registerPhpFunctions();
            return $path;
        },
        'args' => fn(Side $s) => ['//item[php:functionString("slow_xsl", .) != "x"]'],
        'ignore' => ['object'],
    ],
    'DOMXPath::registerPhpFunctions' => ['object' => fn(Side $s) => new DOMXPath($document($s)), 'ignore' => ['object']],

    'simplexml_load_file' => fn(Side $s) => [$s->file(xml($s))],
    'simplexml_load_file#composed' => fn(Side $s) => [$composed($s), null, $all],
    'simplexml_load_file#broken' => fn(Side $s) => [$broken($s)],
    'simplexml_load_string' => fn(Side $s) => [Files::find($composed($s))->data, null, $all],
    'SimpleXMLElement::__construct' => fn(Side $s) => [$s->file(xml($s)), 0, true],
    'SimpleXMLElement::asXML, SimpleXMLElement::saveXML' => [
        'object' => fn(Side $s) => new SimpleXMLElement(xml($s)),
        'args' => fn(Side $s) => [$s->path('saved.xml')],
    ],

    'XMLReader::open' => ['object' => fn() => new XMLReader(), 'args' => fn(Side $s) => [$composed($s), null, $all], 'shared' => false],
    'XMLReader::XML' => ['object' => fn() => new XMLReader(), 'args' => fn(Side $s) => [xml($s)], 'shared' => false],
    'XMLReader::getAttribute' => fn() => ['of'],
    'XMLReader::getAttributeNo, XMLReader::moveToAttributeNo' => fn() => [0],
    'XMLReader::getAttributeNs, XMLReader::moveToAttributeNs' => fn() => ['of', 'urn:x'],
    'XMLReader::getParserProperty' => fn() => [XMLReader::VALIDATE],
    'XMLReader::setParserProperty' => fn() => [XMLReader::SUBST_ENTITIES, true],
    'XMLReader::lookupNamespace' => fn() => ['xml'],
    'XMLReader::moveToAttribute' => fn() => ['of'],
    'XMLReader::setSchema' => ['object' => fn(Side $s) => XMLReader::open($s->file(xml($s))),
        'args' => fn(Side $s) => [$schema($s)], 'shared' => false],
    'XMLReader::setRelaxNGSchema' => ['object' => fn(Side $s) => XMLReader::open($s->file(xml($s))),
        'args' => fn(Side $s) => [$relax($s)], 'shared' => false],
    'XMLReader::setRelaxNGSchemaSource' => [
        'object' => fn(Side $s) => XMLReader::open($s->file(xml($s))),
        'args' => fn(Side $s) => [Files::find($relax($s))->data],
        'shared' => false,
    ],

    'XSLTProcessor::importStylesheet' => ['object' => fn() => new XSLTProcessor(), 'args' => fn(Side $s) => [$document($s, $style($s))]],
    'XSLTProcessor::transformToDoc, XSLTProcessor::transformToXml' =>
        ['object' => fn(Side $s) => $transform($s), 'args' => fn(Side $s) => [$document($s)], 'ignore' => ['object']],
    'XSLTProcessor::transformToUri' => [
        'object' => fn(Side $s) => $transform($s),
        'args' => fn(Side $s) => [$document($s), $s->path('transformed.xml')],
        'ignore' => ['object'],
    ],
    'XSLTProcessor::setParameter' => fn(Side $s) => ['', 'name', $s->word()],
    'XSLTProcessor::getParameter, XSLTProcessor::removeParameter' => fn() => ['', 'name'],
    'XSLTProcessor::setProfiling' => fn(Side $s) => [$s->realPath('profile')],
    'XSLTProcessor::setSecurityPrefs' => fn() => [XSL_SECPREF_NONE],

    'xml_parse' => ['args' => fn(Side $s) => [$parser($s), xml($s), true]],
    'xml_parse#in_parts' => [
        'args' => fn(Side $s) => [$parser($s), xml($s)],
        'call' => function (Side $s, array $args) {
            foreach (str_split($args[1], 20) as $part) {
                xml_parse($args[0], $part);
            }
            return xml_parse($args[0], '', true);
        },
    ],
    'xml_parse_into_struct' => fn(Side $s) => [$parser($s), xml($s), [], []],
    'xml_set_element_handler, xml_set_object' => fn(Side $s) => [$parser($s), $s->callback(), $s->callback()],
    'xml_set_object' => fn(Side $s) => [$parser($s), new SlowObject($s->values())],
    'xml_set_character_data_handler, xml_set_processing_instruction_handler, xml_set_default_handler, xml_set_unparsed_entity_decl_handler,'
        . 'xml_set_notation_decl_handler, xml_set_external_entity_ref_handler, xml_set_start_namespace_decl_handler,'
        . 'xml_set_end_namespace_decl_handler' => fn(Side $s) => [$parser($s), $s->callback()],
    'xml_get_error_code, xml_get_current_line_number, xml_get_current_column_number, xml_get_current_byte_index, xml_parser_free'
        => fn(Side $s) => [$parser($s)],
    'xml_parser_set_option' => fn(Side $s) => [$parser($s), XML_OPTION_CASE_FOLDING, 0],
    'xml_parser_get_option' => fn(Side $s) => [$parser($s), XML_OPTION_CASE_FOLDING],
];
