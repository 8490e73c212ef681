<?php
/**
 * A page on Symfony's HttpKernel and Routing, rendered by Twig: /http asks a server by Guzzle and Symfony's HTTP client, /redis by
 * Predis, /orm a PostgreSQL by Doctrine's ORM. The query has their ports; `how=coroutines` asks all at once, each in a coroutine.
 */

use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\{EntityManager, ORMSetup};
use Doctrine\ORM\Mapping as ORM;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\{Request, RequestStack, Response};
use Symfony\Component\HttpKernel\Controller\{ArgumentResolver, ControllerResolver};
use Symfony\Component\HttpKernel\EventListener\RouterListener;
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\Routing\{Matcher\UrlMatcher, RequestContext, Route, RouteCollection};

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
foreach (['HttpFoundation', 'HttpKernel', 'EventDispatcher', 'Routing', 'HttpClient'] as $component) {
    require_once "Symfony/Component/$component/autoload.php";
}
foreach (['GuzzleHttp', 'Predis', 'Twig', 'Symfony/Component/Cache', 'Doctrine/ORM', 'Doctrine/DBAL'] as $library) {
    require_once "$library/autoload.php";
}

#[ORM\Entity, ORM\Table(name: 'item')]
class Item
{
    #[ORM\Id, ORM\Column(type: 'integer')]
    public int $id;
    #[ORM\Column(type: 'string')]
    public string $name;
}

/** Calls the functions one after the other, or each in a coroutine. */
function results(Request $request, array $functions): Response
{
    $values = $request->query->get('how') === 'coroutines'
        ? array_map(Async\await(...), array_map(Async\spawn(...), $functions))
        : array_map(fn(Closure $function) => $function(), $functions);
    $twig = new Twig\Environment(new Twig\Loader\ArrayLoader([
        'page' => "<title>{{ title }}</title>\n{% for name, value in values %}<p>{{ name }}: {{ value }}</p>\n{% endfor %}",
    ]));
    return new Response($twig->render('page', ['title' => $request->getPathInfo(), 'values' => $values]));
}

$pages = [
    'http' => function (Request $request): Response {
        $port = $request->query->getInt('http');
        $guzzle = new GuzzleHttp\Client(['base_uri' => "http://127.0.0.1:$port"]);
        $symfony = new Symfony\Component\HttpClient\CurlHttpClient;
        $native = new Symfony\Component\HttpClient\NativeHttpClient;
        $functions = [];
        foreach (range(1, 4) as $number) {
            $functions["guzzle $number"] = fn() => $guzzle->get("/page/$number")->getBody()->getContents();
        }
        $functions['curl'] = fn() => $symfony->request('GET', "http://127.0.0.1:$port/page/5")->getContent();
        $functions['native'] = fn() => $native->request('GET', "http://127.0.0.1:$port/page/6")->getContent();
        return results($request, $functions);
    },
    'redis' => function (Request $request): Response {
        $functions = [];
        foreach (range(1, 6) as $number) {
            $functions["key $number"] = function () use ($request, $number) {
                $redis = new Predis\Client(['host' => '127.0.0.1', 'port' => $request->query->getInt('redis')]);
                $redis->set("key$number", "value $number");
                return $redis->get("key$number");
            };
        }
        return results($request, $functions);
    },
    'orm' => function (Request $request): Response {
        $functions = [];
        foreach (range(1, 6) as $number) {
            $functions["item $number"] = function () use ($request, $number) {
                $configuration = ORMSetup::createAttributeMetadataConfiguration([__DIR__], true);
                $connection = DriverManager::getConnection([
                    'driver' => 'pdo_pgsql', 'host' => '127.0.0.1', 'port' => $request->query->getInt('orm'), 'user' => 'test',
                    'dbname' => 'postgres',
                ], $configuration);
                $manager = new EntityManager($connection, $configuration);
                $query = $manager->createQuery('SELECT COUNT(i) FROM Item i WHERE i.id <= :id')->setParameter('id', $number);
                $answer = $manager->find(Item::class, $number)->name . ', ' . $query->getSingleScalarResult();
                // Objects of Doctrine are a cycle, which would keep the connection open.
                $connection->close();
                return $answer;
            };
        }
        return results($request, $functions);
    },
];

$routes = new RouteCollection;
foreach ($pages as $name => $page) {
    $routes->add($name, new Route("/$name", ['_controller' => $page]));
}
$dispatcher = new EventDispatcher;
$stack = new RequestStack;
$dispatcher->addSubscriber(new RouterListener(new UrlMatcher($routes, new RequestContext), $stack));
$kernel = new HttpKernel($dispatcher, new ControllerResolver, $stack, new ArgumentResolver);
$request = Request::createFromGlobals();
$response = $kernel->handle($request);
// The time of the answer is not the same twice.
$response->headers->remove('Date');
$response->send();
$kernel->terminate($request, $response);
