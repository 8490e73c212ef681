<?php

/*
 * Functions of the extensions for XML that have nothing to wait for: a reason, and the functions.
 */

return [
    'It keeps its argument and calls nothing.' => '
        xml_parser_set_option DOMXPath::registerPhpFunctions XMLReader::setParserProperty XSLTProcessor::removeParameter
        XSLTProcessor::registerPHPFunctions xml_set_object xml_set_element_handler xml_set_character_data_handler
        xml_set_processing_instruction_handler xml_set_default_handler xml_set_unparsed_entity_decl_handler
        xml_set_notation_decl_handler xml_set_external_entity_ref_handler xml_set_start_namespace_decl_handler
        xml_set_end_namespace_decl_handler xmlwriter_set_indent xmlwriter_set_indent_string XMLWriter::setIndent
        XMLWriter::setIndentString XSLTProcessor::setParameter XSLTProcessor::setProfiling XSLTProcessor::setSecurityPrefs',
    'It answers from what the object holds.' => '
        xml_parser_get_option XMLReader::isValid XMLReader::lookupNamespace XSLTProcessor::hasExsltSupport xml_get_error_code
        xml_get_current_line_number xml_get_current_column_number xml_get_current_byte_index XMLReader::getAttribute
        XMLReader::getAttributeNo XMLReader::getAttributeNs XMLReader::getParserProperty XMLReader::moveToAttribute
        XMLReader::moveToAttributeNo XMLReader::moveToAttributeNs XMLReader::moveToElement XMLReader::moveToFirstAttribute
        XMLReader::moveToNextAttribute XSLTProcessor::getParameter XSLTProcessor::getSecurityPrefs',
    'It frees a parser.' => '
        xml_parser_free',
    'It works in memory.' => '
        xmlwriter_output_memory XMLWriter::outputMemory XMLWriter::openMemory XMLReader::XML',
];
