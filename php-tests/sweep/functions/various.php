<?php

/*
 * Functions of extensions that have few to try: pictures, types of files, certificates, serializers, …
 */

$picture = function (Side $s): GdImage {
    $picture = imagecreatetruecolor(20 + $s->n, 10);
    imagefilledrectangle($picture, 2, 2, 9 + $s->n, 7, 0xff0000 + 40 * $s->n);
    return $picture;
};
$whole = ['piece' => 8192];
$key = function (Side $s) {
    static $keys = [];
    return $keys[$s->n] ??= openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
};

return [
    'imagecreatefromgif' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'gif'))]],
    'imagecreatefrompng' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'png'))]],
    'imagecreatefromjpeg' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'jpeg'))]],
    'imagecreatefromwebp' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'webp'))]],
    'imagecreatefromavif' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'avif'))]],
    'imagecreatefrombmp' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'bmp'))]],
    'imagecreatefromwbmp' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'wbmp'))]],
    'imagecreatefromxbm' => $whole + ['args' => fn(Side $s) => [$s->file(image($s, 'xbm'))]],
    'imagecreatefromgd2part' => fn(Side $s) => [$s->file(), 0, 0, 2, 2],
    'imageloadfont' => ['args' => fn(Side $s) => [$s->file(pack('V4', 2, 32, 4, 4) . str_repeat(chr($s->n), 32))],
        'result' => fn($font) => is_object($font)],
    'imagexbm, imagegif, imagepng, imagejpeg, imagewbmp, imagebmp, imagewebp, imageavif, imagegd, imagegd2' =>
        ['args' => fn(Side $s) => [$picture($s), $s->path('picture')], 'piece' => 8192],

    'exif_read_data, exif_imagetype' => ['args' => fn(Side $s) => [$s->file(image($s, 'jpeg'), 'image.jpg')], 'piece' => 8192],
    'exif_thumbnail' => ['args' => fn(Side $s) => [$s->file(image($s, 'jpeg'), 'image.jpg')], 'piece' => 8192],
    'finfo_file' => fn(Side $s) => [new finfo(FILEINFO_MIME), $s->file($s->pick("<?php echo 1;\n", "%PDF-1.4\n" . $s->text()))],
    'finfo::file' => fn(Side $s) => [$s->file($s->pick("<?php echo 1;\n", "%PDF-1.4\n" . $s->text()))],
    'mime_content_type' => fn(Side $s) => [$s->file(html($s))],

    'tidy_parse_file, tidy_repair_file, tidy::repairFile' => fn(Side $s) => [$s->file(html($s))],
    'tidy::parseFile' => ['args' => fn(Side $s) => [$s->file(html($s))], 'shared' => false],
    'tidy::__construct' => fn(Side $s) => [$s->file(html($s))],

    'igbinary_serialize, msgpack_serialize, msgpack_pack' => fn(Side $s) => [[$s->word(), new SlowObject($s->values())]],
    'igbinary_unserialize' => fn(Side $s) => [igbinary_serialize([$s->word(), new SlowObject($s->values())])],
    'msgpack_unserialize, msgpack_unpack' => fn(Side $s) => [msgpack_pack([$s->word(), new SlowObject($s->values())])],
    'yaml_parse_file' => fn(Side $s) => [$s->file("name: $s->name\nlist: [1, {$s->word()}]\n" . str_repeat("k_$s->name: x\n", 10))],
    'yaml_parse_url' => fn(Side $s) => [$s->file("name: $s->name\nlist: [1, {$s->word()}]\n")],
    'yaml_parse' => function (Side $s) {
        $count = 0;
        return ["name: !slow $s->name\nlist: [!slow {$s->word()}, !slow x]\n", 0, $count,
            ['!slow' => $s->callback(fn($value) => strrev($value))]];
    },
    'yaml_emit_file' => fn(Side $s) => [$s->path('out.yaml'), ['name' => $s->word(), 'list' => $s->values()]],
    'yaml_emit' => fn(Side $s) => [
        [new ArrayObject($s->values()), $s->word()], YAML_ANY_ENCODING, YAML_ANY_BREAK,
        ['ArrayObject' => $s->callback(fn($object) => ['tag' => '!list', 'data' => $object->getArrayCopy()])],
    ],
    'apcu_entry' => fn(Side $s) => [$s->word('key'), $s->callback(fn($key) => strrev($key))],

    'UConverter::convert' => fn(Side $s) => ["ab\xff{$s->word()}\xffé", false],
    'UConverter::fromUCallback' => fn() => [UConverter::REASON_UNASSIGNED, [0x2603], 0x2603, 0],
    'UConverter::toUCallback' => fn() => [UConverter::REASON_ILLEGAL, 'ab', 'b', 0],
    'UConverter::setDestinationEncoding, UConverter::setSourceEncoding' => fn() => ['latin1'],
    'UConverter::setSubstChars' => fn() => ['?'],

    'IntlChar::enumCharNames' => fn(Side $s) => [0x41 + $s->n, 0x45, $s->callback(fn($code) => $code)],

    'openssl_x509_export_to_file, openssl_csr_export_to_file' => fn(Side $s) => [$s->file(), $s->path('out.pem')],
    'openssl_pkey_export_to_file' => ['args' => fn(Side $s) => [$key($s), $s->realPath('key.pem')], 'ignore' => ['disk']],
];
