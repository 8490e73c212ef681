<?php

/*
 * Functions of smaller extensions that have nothing to wait for: a reason, and the functions.
 */

return [
    'A library opens the file; no stream wrapper is asked.' => '
        yaml_parse_file yaml_emit_file imagegd imagegd2 bindtextdomain openssl_x509_export_to_file openssl_x509_checkpurpose
        openssl_pkcs12_export_to_file openssl_csr_export_to_file openssl_pkey_export_to_file openssl_pkcs7_verify openssl_pkcs7_encrypt
        openssl_pkcs7_sign openssl_pkcs7_decrypt openssl_cms_verify openssl_cms_encrypt openssl_cms_sign openssl_cms_decrypt
        openssl_cms_read imageftbbox imagettfbbox imagefttext imagettftext enchant_broker_set_dict_path enchant_broker_request_pwl_dict
        pspell_new_personal pspell_config_personal pspell_config_dict_dir pspell_config_data_dir pspell_config_repl',
    'It answers from what the object holds.' => '
        UConverter::reasonText UConverter::getAliases UConverter::getAvailable UConverter::getDestinationEncoding
        UConverter::getDestinationType UConverter::getErrorCode UConverter::getErrorMessage UConverter::getSourceEncoding
        UConverter::getSourceType UConverter::getStandards UConverter::getSubstChars',
    'It keeps its argument and calls nothing.' => '
        UConverter::__construct curl_file_create CURLFile::__construct UConverter::setSubstChars',
    'It converts without callbacks of its own.' => '
        UConverter::transcode',
];
