<?php

/*
 * Methods of Phar that have nothing to wait for: a reason, and the functions.
 */

return [
    'The archive is a file of the file system, and nothing else takes part.' => '
        Phar::__construct Phar::__destruct Phar::addEmptyDir Phar::addFromString Phar::buildFromDirectory Phar::compressFiles
        Phar::decompressFiles Phar::compress Phar::decompress Phar::convertToExecutable Phar::convertToData Phar::copy Phar::count
        Phar::delete Phar::delMetadata Phar::getAlias Phar::getPath Phar::getModified Phar::getStub Phar::getVersion
        Phar::hasMetadata Phar::isBuffering Phar::isCompressed Phar::isFileFormat Phar::isWritable Phar::offsetExists Phar::offsetGet
        Phar::offsetUnset Phar::setAlias Phar::setDefaultStub Phar::setSignatureAlgorithm Phar::startBuffering Phar::stopBuffering
        Phar::apiVersion Phar::canCompress Phar::canWrite Phar::createDefaultStub Phar::getSupportedCompression
        Phar::getSupportedSignatures Phar::isValidPharFilename Phar::loadPhar Phar::mapPhar Phar::running Phar::mount
        Phar::unlinkArchive PharData::__construct PharData::__destruct PharData::addEmptyDir PharData::addFromString
        PharData::buildFromDirectory PharData::compressFiles PharData::decompressFiles PharData::compress PharData::decompress
        PharData::convertToExecutable PharData::convertToData PharData::copy PharData::count PharData::delete PharData::delMetadata
        PharData::getAlias PharData::getPath PharData::getModified PharData::getStub PharData::getVersion
        PharData::hasMetadata PharData::isBuffering PharData::isCompressed PharData::isFileFormat PharData::isWritable
        PharData::offsetExists PharData::offsetGet PharData::offsetUnset PharData::setAlias PharData::setDefaultStub
        PharData::setSignatureAlgorithm PharData::setStub PharData::startBuffering PharData::stopBuffering PharData::apiVersion
        PharData::canCompress PharData::canWrite PharData::createDefaultStub PharData::getSupportedCompression
        PharData::getSupportedSignatures PharData::isValidPharFilename PharData::loadPhar PharData::mapPhar PharData::running
        PharData::mount PharData::unlinkArchive PharFileInfo::__construct PharFileInfo::__destruct PharFileInfo::chmod
        PharFileInfo::compress PharFileInfo::decompress PharFileInfo::delMetadata PharFileInfo::getCompressedSize
        PharFileInfo::getContent PharFileInfo::getPharFlags PharFileInfo::hasMetadata PharFileInfo::isCompressed
        PharFileInfo::isCRCChecked',
];
