-- One form for every refused request: SQLSTATE AT400, '<code>: <what>' as message, the next step as hint.
CREATE FUNCTION assistant_test_refuse(code text, what text, advice text) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'AT400', MESSAGE = code || ': ' || what, HINT = advice;
END $$;

-- 'Did you mean …' for a hint, or an empty text. Trigram-free: an optional extension must not decide an error's text.
CREATE FUNCTION assistant_test_known(names text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT coalesce('Known: ' || array_to_string(names[1:20], ', ') || '.', 'There is none yet.') $$;

-- run_config, key by key: the keys that anything reads, and their ranges (surface.md, "run"; engine.md, "Deadline").
CREATE FUNCTION assistant_test_check_run_config(run_config jsonb) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    bounds CONSTANT jsonb := '{
        "trials": [1, 100], "concurrency": [1, 256], "deadline_s": [1, 86400], "case_timeout_s": [1, 7200]}';
    item record;
BEGIN
    IF jsonb_typeof(run_config) <> 'object' THEN
        PERFORM assistant_test_refuse('run_config_invalid', 'run_config is not a JSON object',
            'Give an object such as {"trials": 3}.');
    END IF;
    FOR item IN SELECT key, value FROM jsonb_each(run_config) LOOP
        IF NOT bounds ? item.key THEN
            PERFORM assistant_test_refuse('run_config_key_unknown', format('run_config has the key %s', item.key),
                assistant_test_known(ARRAY(SELECT jsonb_object_keys(bounds) ORDER BY 1)));
        END IF;
        IF jsonb_typeof(item.value) <> 'number'
            OR item.value::numeric <> trunc(item.value::numeric)
            OR item.value::numeric NOT BETWEEN (bounds -> item.key ->> 0)::numeric AND (bounds -> item.key ->> 1)::numeric
        THEN
            PERFORM assistant_test_refuse('run_config_invalid',
                format('run_config.%s is %s', item.key, left(item.value::text, 60)),
                format('Give a whole number from %s to %s.', bounds -> item.key ->> 0, bounds -> item.key ->> 1));
        END IF;
    END LOOP;
END $$;
