<?php

declare(strict_types=1);

/*
 * What is to be tried: the functions, why some are not, and the cases of the others.
 */
final class Plan
{
    /** @var array<string, Target> */
    public array $targets = [];
    /** @var array<string, array{string, string}> category and reason why a function is not tried, or does not wait */
    public array $reasons = [];
    /** @var array<string, int> number of cases of a function */
    public array $cases = [];
    /** @var array<string, string> why the cases of a function are not tried here */
    public array $missing = [];
    /** @var array<string, Trial> the cases */
    public array $trials = [];

    /** @param ?string $only a regular expression, for names of functions or of extensions */
    public function __construct(Recipes $recipes, Reasons $reasons, ?string $only)
    {
        foreach (Target::all() as $id => $target) {
            if ($only !== null && !preg_match("~$only~i", $id) && !preg_match("~$only~i", $target->extension)) {
                continue;
            }
            $reason = $reasons->of($id);
            $is_tried = match ($reason[0] ?? null) {
                'uncallable', 'shared' => false,
                'zone' => $recipes->has($id),
                default => true,
            };
            $own = $is_tried ? $recipes->trials($target) : [];
            $this->targets[$id] = $target;
            $this->cases[$id] = count($own);
            if ($reason !== null) {
                $this->reasons[$id] = $reason;
            }
            foreach ($own as $trial) {
                $this->trials[$trial->id] = $trial;
            }
        }
    }

    /** Starts what servers the cases need; those whose server is not to be had are missing. */
    public function start(Servers $servers, bool $only_sample): void
    {
        foreach ($this->trials as $id => $trial) {
            foreach ($trial->servers() as $server) {
                $problem = match (true) {
                    $only_sample && !in_array($server, Servers::OF_SAMPLE, true) => 'not in the sample',
                    Trial::$isSeeded && $server === 'ssh' =>
                        'libssh2 cannot go on with a handshake of which a part was sent, as a seed may have it',
                    default => $servers->start($server),
                };
                if ($problem !== null) {
                    $this->missing[$trial->target->id] = $problem;
                    unset($this->trials[$id]);
                }
            }
        }
    }
}
