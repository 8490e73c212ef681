<?php

/*
 * Functions of zlib, bzip2 and zip that have nothing to wait for: a reason, and the functions.
 */

return [
    'The file under it is a copy in the file system.' => '
        gzwrite gzputs gzrewind gzeof gzgetc gzpassthru gzseek gztell gzread gzgets bzread bzwrite bzflush bzerrno bzerrstr bzerror',
    'Archives are files of the file system.' => '
        zip_open zip_close zip_read zip_entry_open zip_entry_close zip_entry_read zip_entry_name zip_entry_compressedsize
        zip_entry_filesize zip_entry_compressionmethod ZipArchive::open ZipArchive::setPassword ZipArchive::count
        ZipArchive::getStatusString ZipArchive::clearError ZipArchive::addEmptyDir ZipArchive::addFromString ZipArchive::addFile
        ZipArchive::replaceFile ZipArchive::addGlob ZipArchive::renameIndex ZipArchive::renameName
        ZipArchive::setArchiveComment ZipArchive::getArchiveComment ZipArchive::setCommentIndex ZipArchive::setCommentName
        ZipArchive::setMtimeIndex ZipArchive::setMtimeName ZipArchive::getCommentIndex ZipArchive::getCommentName
        ZipArchive::deleteIndex ZipArchive::deleteName ZipArchive::statName ZipArchive::statIndex ZipArchive::locateName
        ZipArchive::getNameIndex ZipArchive::unchangeArchive ZipArchive::unchangeAll ZipArchive::unchangeIndex ZipArchive::unchangeName
        ZipArchive::getFromName ZipArchive::getFromIndex ZipArchive::getStreamIndex ZipArchive::getStreamName
        ZipArchive::getStream ZipArchive::setExternalAttributesName ZipArchive::setExternalAttributesIndex
        ZipArchive::getExternalAttributesName ZipArchive::getExternalAttributesIndex ZipArchive::setCompressionName
        ZipArchive::setCompressionIndex ZipArchive::setEncryptionName ZipArchive::setEncryptionIndex
        ZipArchive::registerProgressCallback ZipArchive::registerCancelCallback ZipArchive::isCompressionMethodSupported
        ZipArchive::isEncryptionMethodSupported',
];
