-- Enqueue a run, in the caller's own transaction (surface.md, "From the product"). The same team, request_id and
-- arguments give the same run; whatever is wrong is refused before a row exists.

CREATE FUNCTION assistant_test_live_criteria(p_suite_id uuid, p_consumer_id uuid)
    RETURNS SETOF assistant_test_criteria
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT newest.* FROM (
        SELECT * FROM assistant_test_criteria
        WHERE suite_id = p_suite_id AND consumer_id = p_consumer_id
        ORDER BY version DESC LIMIT 1) AS newest
    WHERE NOT newest.retired
    $$;

-- The suite's runners that a run of this kind would need; a run over a call set takes recorded calls only (model.md).
CREATE FUNCTION assistant_test_runners_of(p_suite_id uuid, over_call_set boolean) RETURNS text[]
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT cases.runner ORDER BY cases.runner), '{}')
    FROM assistant_test_suite_cases AS links
    JOIN assistant_test_cases AS cases ON cases.id = links.case_id
    WHERE links.suite_id = p_suite_id AND links.enabled AND (cases.runner = 'recorded_call') = over_call_set
    $$;

-- What a run targets: 'live', or a reference of the form <source>:<id>.
CREATE FUNCTION assistant_test_check_target(config text, content jsonb, call_set uuid, targets jsonb) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF num_nonnulls(config, content, call_set) > 1 THEN
        PERFORM assistant_test_refuse('target_ambiguous', 'more than one of config, content and call_set is given',
            'Give one of them; with none the run targets the configuration that is live.');
    END IF;
    IF config !~ '^(live|[a-z][a-z0-9_]*:[^[:space:]]+)$' THEN
        PERFORM assistant_test_refuse('config_reference_invalid', format('config is %L', left(config, 80)),
            'Give live, product:<id>, vapi:<id> or elevenlabs:<id>, or the configuration itself as content.');
    END IF;
    IF octet_length(content::text) > 2 * 1024 * 1024 THEN
        PERFORM assistant_test_refuse('content_too_large',
            format('content has %s bytes', octet_length(content::text)),
            'Give at most 2 MiB, or a reference instead of the configuration itself.');
    END IF;
    IF jsonb_typeof(targets) <> 'object' THEN
        PERFORM assistant_test_refuse('argument_invalid', 'targets is not a JSON object',
            'Give an object by vendor, such as {"vapi": {"assistant_id": "…"}}.');
    END IF;
END $$;

CREATE FUNCTION assistant_test_find_suite(p_team text, p_suite text) RETURNS assistant_test_suites
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found_suite assistant_test_suites;
BEGIN
    SELECT * INTO found_suite FROM assistant_test_suites
    WHERE team_id = p_team AND name = p_suite AND archived_at IS NULL;
    IF NOT FOUND THEN
        IF NOT EXISTS (SELECT FROM assistant_test_suites WHERE team_id = p_team) THEN
            PERFORM assistant_test_refuse('team_unknown', format('no suite belongs to team %L', p_team),
                'Apply a suite file for this team first, or correct the name.');
        END IF;
        PERFORM assistant_test_refuse('suite_unknown', format('team %L has no live suite %L', p_team, p_suite),
            assistant_test_known(ARRAY(
                SELECT name FROM assistant_test_suites WHERE team_id = p_team AND archived_at IS NULL ORDER BY name)));
    END IF;
    RETURN found_suite;
END $$;

CREATE FUNCTION assistant_test_find_criteria(p_suite assistant_test_suites, p_consumer text)
    RETURNS assistant_test_criteria
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found_criteria assistant_test_criteria;
    v_consumer_id uuid;
BEGIN
    SELECT id INTO v_consumer_id FROM assistant_test_consumers WHERE key = p_consumer;
    IF NOT FOUND THEN
        PERFORM assistant_test_refuse('consumer_unknown', format('there is no consumer %L', p_consumer),
            assistant_test_known(ARRAY(SELECT key FROM assistant_test_consumers ORDER BY key)));
    END IF;
    SELECT * INTO found_criteria FROM assistant_test_live_criteria(p_suite.id, v_consumer_id);
    IF NOT FOUND THEN
        PERFORM assistant_test_refuse('criteria_missing',
            format('consumer %s has no live criteria for suite %s', p_consumer, p_suite.name),
            'Add it under criteria in the suite file and apply that.');
    END IF;
    RETURN found_criteria;
END $$;

-- Seconds from the first claim to the deadline: as asked, or the greatest default of the run's runners.
CREATE FUNCTION assistant_test_deadline_s(run_config jsonb, runner_names text[]) RETURNS integer
    LANGUAGE sql STABLE AS $$
    SELECT coalesce(
        (run_config ->> 'deadline_s')::integer,
        (SELECT max(deadline_s) FROM assistant_test_runners WHERE name = ANY (runner_names)),
        60)
    $$;

CREATE FUNCTION assistant_test_check_runners(runner_names text[]) RETURNS void
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_unknown text;
BEGIN
    SELECT name INTO v_unknown FROM unnest(runner_names) AS name
    WHERE name NOT IN (SELECT name FROM assistant_test_runners) ORDER BY name LIMIT 1;
    IF FOUND THEN
        PERFORM assistant_test_refuse('runner_unknown',
            format('a case of the suite names the runner %L, which no worker has registered', v_unknown),
            assistant_test_known(ARRAY(SELECT name FROM assistant_test_runners ORDER BY name))
            || ' A worker registers its adapters when it starts.');
    END IF;
END $$;

CREATE FUNCTION assistant_test_enqueue(
    team text,
    suite text,
    consumer text,
    request_id text DEFAULT NULL,
    config text DEFAULT NULL,
    content jsonb DEFAULT NULL,
    call_set uuid DEFAULT NULL,
    lane text DEFAULT 'interactive',
    run_config jsonb DEFAULT '{}',
    targets jsonb DEFAULT '{}'
) RETURNS uuid
    LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    a_request text := coalesce(assistant_test_enqueue.request_id, assistant_test_uuid7()::text);
    v_run_config jsonb := coalesce(assistant_test_enqueue.run_config, '{}');
    v_targets jsonb := coalesce(assistant_test_enqueue.targets, '{}');
    v_lane text := assistant_test_enqueue.lane;
    v_content jsonb := assistant_test_enqueue.content;
    v_suite assistant_test_suites;
    v_criteria assistant_test_criteria;
    v_runners text[];
    v_ref text;
    v_content_hash text;
    v_hash text;
    v_run_id uuid;
    v_prior_hash text;
BEGIN
    IF coalesce(team, '') = '' OR coalesce(suite, '') = '' OR coalesce(consumer, '') = ''
        OR length(a_request) NOT BETWEEN 1 AND 200
    THEN
        PERFORM assistant_test_refuse('argument_invalid', 'team, suite, consumer or request_id is missing or too long',
            'Give all of team, suite and consumer; a request_id has 1 to 200 characters.');
    END IF;
    IF v_lane IS NULL OR v_lane NOT IN ('interactive', 'bulk') THEN
        PERFORM assistant_test_refuse('lane_unknown', format('there is no lane %L', v_lane),
            'Give interactive where somebody waits, bulk otherwise.');
    END IF;
    PERFORM assistant_test_check_run_config(v_run_config);
    PERFORM assistant_test_check_target(
        assistant_test_enqueue.config, v_content, assistant_test_enqueue.call_set, v_targets);
    v_suite := assistant_test_find_suite(team, suite);

    v_content_hash := encode(sha256(convert_to(v_content::text, 'UTF8')), 'hex');
    v_ref := CASE
        WHEN v_content IS NOT NULL THEN 'inline:' || v_content_hash
        WHEN assistant_test_enqueue.call_set IS NULL THEN coalesce(assistant_test_enqueue.config, 'live')
        END;
    v_hash := encode(sha256(convert_to(jsonb_build_array(
        v_suite.id, consumer, v_ref, assistant_test_enqueue.call_set, v_lane, v_run_config, v_targets)::text, 'UTF8')), 'hex');

    SELECT id, request_hash INTO v_run_id, v_prior_hash FROM assistant_test_runs
    WHERE team_id = team AND request_id = a_request;
    IF NOT FOUND THEN
        v_criteria := assistant_test_find_criteria(v_suite, consumer);
        IF assistant_test_enqueue.call_set IS NOT NULL AND NOT EXISTS (
            SELECT FROM assistant_test_call_sets WHERE team_id = team AND id = assistant_test_enqueue.call_set)
        THEN
            PERFORM assistant_test_refuse('call_set_unknown',
                format('team %L has no call set %s', team, assistant_test_enqueue.call_set),
                'Create the call set first, or correct its id.');
        END IF;
        v_runners := assistant_test_runners_of(v_suite.id, assistant_test_enqueue.call_set IS NOT NULL);
        PERFORM assistant_test_check_runners(v_runners);

        INSERT INTO assistant_test_runs (
            team_id, suite_id, criteria_id, criteria_version, assistant_config_id, call_set_id, request_id, request_hash,
            lane, deadline_s, run_config, plan)
        VALUES (
            team, v_suite.id, v_criteria.id, v_criteria.version, v_ref, assistant_test_enqueue.call_set, a_request, v_hash,
            v_lane, assistant_test_deadline_s(v_suite.run_config || v_run_config, v_runners), v_run_config,
            jsonb_build_object('targets', v_targets) || CASE
                WHEN v_content IS NULL THEN '{}'::jsonb
                ELSE jsonb_build_object('target', jsonb_build_object(
                    'ref', v_ref, 'sha256', v_content_hash, 'content', v_content)) END)
        ON CONFLICT (team_id, request_id) DO NOTHING
        RETURNING id INTO v_run_id;
        IF FOUND THEN
            INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, detail)
            VALUES (v_run_id, team, 'enqueued', 0, jsonb_build_object('lane', v_lane, 'consumer', consumer));
            IF v_lane = 'interactive' THEN
                PERFORM pg_notify('assistant_test_enqueued', v_run_id::text);
            END IF;
            RETURN v_run_id;
        END IF;
        SELECT id, request_hash INTO v_run_id, v_prior_hash FROM assistant_test_runs
        WHERE team_id = team AND request_id = a_request;
    END IF;
    IF v_prior_hash <> v_hash THEN
        PERFORM assistant_test_refuse('request_id_reused',
            format('request_id %L belongs to run %s, which was enqueued with other arguments', a_request, v_run_id),
            'Use a new request_id for a new question.');
    END IF;
    RETURN v_run_id;
END $$;

-- True if the run had not ended: from then on it ends cancelled (the finishing statement reads the flag under the row lock).
CREATE FUNCTION assistant_test_cancel(run uuid) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    v_run assistant_test_runs;
BEGIN
    SELECT * INTO v_run FROM assistant_test_runs WHERE id = run FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        PERFORM assistant_test_refuse('run_unknown', format('there is no run %s', run), 'Check the id.');
    END IF;
    IF v_run.status IN ('completed', 'failed', 'cancelled') THEN
        RETURN false;
    END IF;
    IF v_run.cancel_requested_at IS NULL THEN
        UPDATE assistant_test_runs
        SET cancel_requested_at = clock_timestamp(), wake_at = least(wake_at, clock_timestamp()), nudged_at = NULL
        WHERE id = run;
        INSERT INTO assistant_test_run_events (run_id, team_id, kind, token)
        VALUES (run, v_run.team_id, 'cancel_requested', v_run.lease_token);
        PERFORM pg_notify('assistant_test_enqueued', run::text);
    END IF;
    RETURN true;
END $$;
