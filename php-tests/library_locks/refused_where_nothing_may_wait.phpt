--TEST--
io LK-5: where nothing may wait, calls of LDAP and ODBC are refused with an Error while another coroutine is in the middle of one
--DESCRIPTION--
Rules: io LK-5
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/odbc.php';
require __DIR__ . '/../lib/services.php';
if ($why = odbc_missing() ?? missing_for('ldap', 'slapd')) die("skip $why");
if (!extension_loaded('session')) die('skip needs session');
?>
--FILE--
<?php
require __DIR__ . '/../lib/odbc.php';
require __DIR__ . '/../lib/services.php';

$before = <<<'PHP'
    /** Calls it where a coroutine may not be left: PHP's sessions are one for the process. */
    final class Handler implements SessionHandlerInterface
    {
        public function __construct(private Closure $call) {}

        public function read(string $id): string
        {
            try {
                echo json_encode(($this->call)()), "\n";
            } catch (Error $e) {
                echo $e::class, ': ', $e->getMessage(), "\n";
            }
            return '';
        }

        public function open(string $path, string $name): bool { return true; }
        public function close(): bool { return true; }
        public function write(string $id, string $data): bool { return true; }
        public function destroy(string $id): bool { return true; }
        public function gc(int $lifetime): int|false { return 0; }
    }
    ob_start();
    $in_session = function (Closure $call) {
        session_set_save_handler(new Handler($call));
        session_start(['use_cookies' => false, 'cache_limiter' => '']);
        session_write_close();
    };
    PHP;
$server = PostgresServer::start();
echo with_odbc($server, $before . <<<'PHP'

    [$pdo, $other] = [new PDO("odbc:$dsn"), new PDO("odbc:$dsn")];
    $odbc = odbc_connect($dsn, '', '');
    $in_session(fn() => $pdo->query('SELECT 1')->fetchColumn());
    $query = spawn(fn() => $pdo->query('SELECT 2, pg_sleep(0.2)')->fetchColumn());
    delay(20);
    $in_session(fn() => $pdo->query('SELECT 1'));
    $in_session(fn() => $other->query('SELECT 3')->fetchColumn());
    $in_session(fn() => odbc_exec($odbc, 'SELECT 1'));
    echo await($query), "\n";
    $in_session(fn() => odbc_result(odbc_exec($odbc, 'SELECT 4 AS v'), 'v'));
    PHP);
$ldap = start_ldap();
$proxy = start_holding_proxy($ldap->port, 50);
echo child_with('ldap', $proxy, $before . <<<'PHP'

    $ldap = ldap_connect("ldap://$host:$port");
    $other = ldap_connect("ldap://$host:$port");
    ldap_set_option($ldap, LDAP_OPT_PROTOCOL_VERSION, 3);
    ldap_set_option($other, LDAP_OPT_PROTOCOL_VERSION, 3);
    $bind = fn() => ldap_bind($ldap, 'cn=admin,dc=test', 'secret');
    $in_session($bind);
    $search = spawn(fn() => (bool) ldap_search($ldap, 'dc=test', '(cn=person1)'));
    delay(10);
    $in_session($bind);
    $in_session(fn() => ldap_bind($other, 'cn=admin,dc=test', 'secret'));
    echo json_encode(await($search)), "\n";
    $in_session($bind);
    PHP);
?>
--EXPECT--
"1"
Error: Cannot use what another coroutine is using, because nothing can be waited for here (PDO)
"3"
Error: Cannot call ODBC where nothing can be waited for while another coroutine is in the middle of a call
2
"4"
true
Error: Cannot use what another coroutine is using, because nothing can be waited for here (ldap)
Error: Cannot call LDAP where nothing can be waited for while another coroutine is in the middle of a call
true
true
