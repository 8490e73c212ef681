--TEST--
Doctrine's DBAL and ORM, unmodified: coroutines with connections of their own work at once, by each driver
--DESCRIPTION--
Rules: io DB-1, io DB-3
--EXTENSIONS--
ctype
tokenizer
pgsql
pdo_pgsql
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/packages.php';
require __DIR__ . '/../lib/database.php';
foreach (['Doctrine/ORM', 'Doctrine/DBAL', 'Symfony/Component/Cache'] as $library) {
    if ($why = missing_package("$library/autoload.php")) die("skip $why");
}
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
if (str_contains((string) getenv('TEST_UNDER'), 'valgrind')) die('skip computing takes longer than the waits there');
?>
--FILE--
<?php
require __DIR__ . '/../lib/packages.php';
require __DIR__ . '/../lib/database.php';

use Doctrine\DBAL\{Connection, DriverManager, Exception\UniqueConstraintViolationException, TransactionIsolationLevel};
use Doctrine\ORM\{EntityManager, ORMSetup, Tools\SchemaTool};
use Doctrine\ORM\Mapping as ORM;

foreach (['Symfony/Component/Cache', 'Doctrine/ORM', 'Doctrine/DBAL'] as $library) use_package("$library/autoload.php");

#[ORM\Entity, ORM\Table(name: 'item')]
class Item
{
    public function __construct(
        #[ORM\Id, ORM\Column(type: 'integer')] public int $id,
        #[ORM\Column(type: 'string')] public string $name,
    ) {
    }
}

$postgres = PostgresServer::start();
$mariadb = MariaDbServer::start();
(new PDO($mariadb->dsn(), $mariadb->user, ''))->exec('CREATE DATABASE test');
$drivers = ['pdo_pgsql' => $postgres, 'pgsql' => $postgres, 'pdo_mysql' => $mariadb, 'mysqli' => $mariadb];
foreach ($drivers as $driver => $server) {
    [$database, $wait] = $server === $postgres ? ['postgres', 'SELECT pg_sleep(0.25)'] : ['test', 'SELECT SLEEP(0.25)'];
    $connect = function ($configuration = null) use ($driver, $server, $database): Connection {
        $connection = DriverManager::getConnection([
            'driver' => $driver, 'host' => $server->host, 'port' => $server->port, 'user' => $server->user, 'dbname' => $database,
        ], $configuration);
        // InnoDB's usual level locks the gaps between rows: transactions that run at once are in each other's way, in any program.
        $connection->setTransactionIsolation(TransactionIsolationLevel::READ_COMMITTED);
        return $connection;
    };
    $manage = function () use ($connect): EntityManager {
        $configuration = ORMSetup::createAttributeMetadataConfiguration([__DIR__], true);
        return new EntityManager($connect($configuration), $configuration);
    };
    $first = $manage();
    (new SchemaTool($first))->updateSchema([$first->getClassMetadata(Item::class)], true);

    compare_with_coroutines($driver, function ($i) use ($connect, $manage, $wait) {
        $connection = $connect();
        $numbers = [$i * 10, $i * 10 + 9];
        $connection->executeStatement('DELETE FROM item WHERE id BETWEEN ? AND ?', $numbers);
        $connection->transactional(function (Connection $connection) use ($i, $wait) {
            $connection->insert('item', ['id' => $i * 10, 'name' => "first $i"]);
            $connection->executeQuery($wait)->free();
            $connection->insert('item', ['id' => $i * 10 + 1, 'name' => "second $i"]);
        });
        try {
            $connection->insert('item', ['id' => $i * 10, 'name' => 'once more']);
        } catch (UniqueConstraintViolationException $e) {
            $error = $e->getSQLState();
        }
        $manager = $manage();
        $manager->persist(new Item($i * 10 + 2, "third $i"));
        $manager->find(Item::class, $i * 10)->name .= ' changed';
        $manager->flush();
        $query = $manager->createQuery('SELECT i FROM Item i WHERE i.id BETWEEN ?1 AND ?2 ORDER BY i.id');
        $items = $query->setParameters(array_combine([1, 2], $numbers))->getArrayResult();
        $rows = iterator_to_array($connection->iterateKeyValue('SELECT id, name FROM item WHERE id BETWEEN ? AND ? ORDER BY id', $numbers));
        $connection->close();
        $manager->getConnection()->close();
        return [$rows, $items, $error];
    });
}
--EXPECT--
pdo_pgsql: the same, at once
pgsql: the same, at once
pdo_mysql: the same, at once
mysqli: the same, at once
