-- Verdicts of any number of runs in one statement (criteria.md): SQL's half of an arithmetic that worker/domain/verdict.py
-- holds too. A value is true, false, or NULL for unknown.

-- The rules of a spec, one row a rule and key, in the order of the spec: required first, then thresholds.
CREATE FUNCTION assistant_test_rules_of(spec jsonb)
    RETURNS TABLE (kind text, place bigint, key_place bigint, key text, trials jsonb, minimum numeric)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT 'required', item.place, 1, coalesce(item.rule ->> 'key', item.rule #>> '{}'),
        coalesce(item.rule -> 'trials', '"all"'), NULL::numeric
    FROM jsonb_array_elements(spec -> 'required') WITH ORDINALITY AS item (rule, place)
    UNION ALL
    SELECT 'threshold', item.place, named.place, named.key, NULL::jsonb, (item.rule ->> 'min')::numeric
    FROM jsonb_array_elements(spec -> 'threshold') WITH ORDINALITY AS item (rule, place)
    CROSS JOIN jsonb_array_elements_text(item.rule -> 'keys') WITH ORDINALITY AS named (key, place)
    $$;

-- Whether a case's trials are enough: as many of them met as the rule asks, however the unknown ones would have come out.
CREATE FUNCTION assistant_test_trials_hold(trials jsonb, ran bigint, met bigint, unknown bigint) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE trials
        WHEN '"all"' THEN CASE WHEN met = ran THEN true WHEN met + unknown < ran THEN false END
        WHEN '"any"' THEN CASE WHEN met > 0 THEN true WHEN met + unknown = 0 THEN false END
        WHEN '"majority"' THEN CASE WHEN 2 * met > ran THEN true WHEN 2 * (met + unknown) <= ran THEN false END
        ELSE CASE
            WHEN met >= (trials #>> '{}')::numeric * ran THEN true
            WHEN met + unknown < (trials #>> '{}')::numeric * ran THEN false
        END
    END
    $$;

-- The pass that is meant: the number itself if the run has such a pass, for NULL the greatest with nothing open; else NULL.
CREATE FUNCTION assistant_test_pass_of(run uuid, pass int) RETURNS int
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT judged.pass_no
    FROM assistant_test_outcomes AS judged
    WHERE judged.run_id = run AND judged.pass_no = coalesce(pass, judged.pass_no)
    GROUP BY judged.pass_no
    HAVING pass IS NOT NULL OR bool_and(judged.status = 'closed')
    ORDER BY judged.pass_no DESC LIMIT 1
    $$;

-- One row for each completed run; another run has no verdict and therefore no row.
--   runs      the runs: a list, or ARRAY(SELECT id FROM assistant_test_runs WHERE …)
--   criteria  under which to read them; NULL: each run's own, as stamped
--   pass      which pass: 0 the run's own, a number, or NULL for the newest (the greatest with nothing open); a run that has
--             no such pass has no row
-- rules: [{"rule", "key" or "keys", "value", "met", "not_met", "unknown", "due"}], required first, in the spec's order.
-- unmatched: keys of rules that no row is due for, in the same order.
CREATE FUNCTION assistant_test_verdicts(runs uuid[], criteria uuid DEFAULT NULL, pass int DEFAULT 0)
    RETURNS TABLE (
        run_id uuid, criteria_id uuid, pass_no int, outcome text, observed_only boolean, partial boolean,
        unmatched text[], rules jsonb)
    LANGUAGE sql STABLE PARALLEL SAFE ROWS 1000 AS $$
    WITH asked AS (
        SELECT chosen.run_id, chosen.criteria_id, chosen.partial, chosen.pass_no
        FROM (
            SELECT run.id AS run_id, coalesce(criteria, run.criteria_id) AS criteria_id,
                coalesce(run.plan -> 'partial' = 'true', false) AS partial,
                CASE WHEN pass = 0 THEN 0 ELSE assistant_test_pass_of(run.id, pass) END AS pass_no
            FROM assistant_test_runs AS run
            WHERE run.id = ANY (runs) AND run.status = 'completed'
        ) AS chosen
        WHERE pass = 0 OR chosen.pass_no IS NOT NULL
    ),
    rule AS (
        SELECT spoken.id AS criteria_id, named.*
        FROM assistant_test_criteria AS spoken
        CROSS JOIN LATERAL assistant_test_rules_of(spoken.spec) AS named
        WHERE spoken.id IN (SELECT asked.criteria_id FROM asked)
    ),
    -- Rows due, counted per run, pass and assertion version, and from there per key.
    version_count AS (
        SELECT judged.run_id, judged.pass_no, owed.assertion_id, count(*) AS due,
            count(*) FILTER (WHERE result.met) AS met, count(*) FILTER (WHERE NOT result.met) AS not_met
        FROM assistant_test_outcomes AS judged
        CROSS JOIN LATERAL unnest(judged.due) AS owed (assertion_id)
        LEFT JOIN assistant_test_assertion_results AS result
            ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
        WHERE judged.run_id = ANY (runs) AND CASE WHEN pass IS NULL THEN true ELSE judged.pass_no = pass END
        GROUP BY judged.run_id, judged.pass_no, owed.assertion_id
    ),
    key_count AS (
        SELECT counted.run_id, counted.pass_no, named.assertion_key AS key,
            sum(counted.due) AS due, sum(counted.met) AS met, sum(counted.not_met) AS not_met
        FROM version_count AS counted
        JOIN assistant_test_assertions AS named ON named.id = counted.assertion_id
        GROUP BY counted.run_id, counted.pass_no, named.assertion_key
    ),
    -- Only rules that look at trials need their rows case by case: steps fold into a trial, trials into a case.
    trial_version AS (
        SELECT DISTINCT counted.assertion_id, named.assertion_key AS key
        FROM version_count AS counted
        JOIN assistant_test_assertions AS named ON named.id = counted.assertion_id
        WHERE named.assertion_key IN (SELECT rule.key FROM rule WHERE rule.trials <> '"all"')
    ),
    trial_fold AS (
        SELECT judged.run_id, judged.pass_no, version.key, ran.case_id, ran.trial,
            CASE WHEN bool_or(NOT result.met) THEN false WHEN count(result.met) = count(*) THEN true END AS met
        FROM assistant_test_outcomes AS judged
        JOIN assistant_test_case_runs AS ran ON ran.id = judged.case_run_id
        CROSS JOIN LATERAL unnest(judged.due) AS owed (assertion_id)
        JOIN trial_version AS version ON version.assertion_id = owed.assertion_id
        LEFT JOIN assistant_test_assertion_results AS result
            ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
        WHERE judged.run_id = ANY (runs) AND CASE WHEN pass IS NULL THEN true ELSE judged.pass_no = pass END
            AND EXISTS (SELECT FROM trial_version)
        GROUP BY judged.run_id, judged.pass_no, version.key, ran.case_id, ran.trial
    ),
    case_count AS (
        SELECT fold.run_id, fold.pass_no, fold.key, count(*) AS ran, count(*) FILTER (WHERE fold.met) AS met,
            count(*) FILTER (WHERE fold.met IS NULL) AS unknown
        FROM trial_fold AS fold
        GROUP BY fold.run_id, fold.pass_no, fold.key, fold.case_id
    ),
    case_fold AS (
        SELECT asked.run_id, rule.key,
            assistant_test_trials_hold(rule.trials, counted.ran, counted.met, counted.unknown) AS met
        FROM case_count AS counted
        JOIN asked ON asked.run_id = counted.run_id AND asked.pass_no = counted.pass_no
        JOIN rule ON rule.criteria_id = asked.criteria_id AND rule.key = counted.key AND rule.trials <> '"all"'
    ),
    key_fold AS (
        SELECT fold.run_id, fold.key,
            CASE WHEN bool_or(NOT fold.met) THEN false WHEN count(fold.met) = count(*) THEN true END AS met
        FROM case_fold AS fold
        GROUP BY fold.run_id, fold.key
    ),
    -- One row per run and rule; a threshold's keys are counted together.
    rule_count AS (
        SELECT asked.run_id, rule.kind, rule.place, rule.trials, rule.minimum,
            array_agg(rule.key ORDER BY rule.key_place) AS keys,
            bool_or(counted.run_id IS NULL) AS lost,
            coalesce(sum(counted.due), 0) AS due,
            coalesce(sum(counted.met), 0) AS met,
            coalesce(sum(counted.not_met), 0) AS not_met,
            bool_and(folded.met) AS folded
        FROM asked
        JOIN rule ON rule.criteria_id = asked.criteria_id
        LEFT JOIN key_count AS counted
            ON counted.run_id = asked.run_id AND counted.pass_no = asked.pass_no AND counted.key = rule.key
        LEFT JOIN key_fold AS folded ON folded.run_id = asked.run_id AND folded.key = rule.key
        GROUP BY asked.run_id, rule.kind, rule.place, rule.trials, rule.minimum
    ),
    rule_value AS (
        SELECT counted.*,
            CASE
                WHEN counted.lost THEN NULL
                WHEN counted.kind = 'threshold' AND counted.met >= counted.minimum * counted.due THEN true
                WHEN counted.kind = 'threshold' AND counted.due - counted.not_met < counted.minimum * counted.due THEN false
                WHEN counted.kind = 'threshold' THEN NULL
                WHEN counted.trials <> '"all"' THEN counted.folded
                WHEN counted.not_met > 0 THEN false
                WHEN counted.met = counted.due THEN true
            END AS value
        FROM rule_count AS counted
    ),
    verdict AS (
        SELECT valued.run_id, bool_or(NOT valued.value) AS failed, bool_or(valued.value IS NULL) AS unknown,
            jsonb_agg(jsonb_build_object(
                'rule', valued.kind,
                CASE valued.kind WHEN 'required' THEN 'key' ELSE 'keys' END,
                CASE valued.kind WHEN 'required' THEN to_jsonb(valued.keys[1]) ELSE to_jsonb(valued.keys) END,
                'value', valued.value, 'met', valued.met, 'not_met', valued.not_met,
                'unknown', valued.due - valued.met - valued.not_met, 'due', valued.due
            ) ORDER BY valued.kind, valued.place) AS rules
        FROM rule_value AS valued
        GROUP BY valued.run_id
    ),
    lost AS (
        SELECT asked.run_id, array_agg(rule.key ORDER BY rule.kind, rule.place, rule.key_place) AS keys
        FROM asked
        JOIN rule ON rule.criteria_id = asked.criteria_id
        LEFT JOIN key_count AS counted
            ON counted.run_id = asked.run_id AND counted.pass_no = asked.pass_no AND counted.key = rule.key
        WHERE counted.run_id IS NULL
        GROUP BY asked.run_id
    )
    SELECT asked.run_id, asked.criteria_id, asked.pass_no,
        CASE
            WHEN asked.partial OR lost.run_id IS NOT NULL THEN 'inconclusive'
            WHEN verdict.failed THEN 'failed'
            WHEN verdict.unknown THEN 'inconclusive'
            ELSE 'passed'
        END,
        verdict.run_id IS NULL,
        asked.partial,
        coalesce(lost.keys, '{}'),
        coalesce(verdict.rules, '[]')
    FROM asked
    JOIN assistant_test_criteria AS spoken ON spoken.id = asked.criteria_id
    LEFT JOIN verdict ON verdict.run_id = asked.run_id
    LEFT JOIN lost ON lost.run_id = asked.run_id
    $$;
