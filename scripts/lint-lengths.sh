#!/usr/bin/env bash
# Lengths that readers rely on: no line of the tests, examples, benchmarks and scripts has more than 140 columns (a tab
# counts as 4), and no file of these, src/ and include/ more than 600 lines. Names each that is longer and fails.
#
# Exempt is stubs/true_async.php: tools read the whole API in one file. So are lines that cannot be split: what a test expects,
# word for word (--EXPECT--, --EXPECTF--, --EXPECTREGEX--), and a line without a blank inside, such as a long literal.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
failed=0

# Columns are characters, so the bytes that continue one of UTF-8 are taken out.
# shellcheck disable=SC2016
too_long='
	FNR == 1 { expects = 0 }
	FILENAME ~ /\.phpt$/ && /^--[A-Z_]+--$/ { expects = /^--EXPECT/ }
	length($0) * 4 > 140 {
		line = $0
		gsub(/\t/, "    ", line)
		gsub(/[\200-\277]/, "", line)
		if (length(line) > 140 && !expects && line ~ /[^ ] +[^ ]/) {
			printf "%s:%d: %d columns\n", FILENAME, FNR, length(line)
			found = 1
		}
	}
	END { exit found }'
git ls-files -z --cached --others --exclude-standard php-tests examples bench scripts |
	xargs -0 awk "$too_long" || failed=1

while IFS= read -r -d '' file; do
	lines=$(wc -l <"$file")
	[ "$lines" -le 600 ] || { echo "$file: $lines lines"; failed=1; }
done < <(git ls-files -z --cached --others --exclude-standard src include php-tests examples bench scripts)

[ "$failed" -eq 0 ] || { echo 'lines of tests have at most 140 columns, files at most 600 lines'; exit 1; }
