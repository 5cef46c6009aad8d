-- Enqueue with three more arguments: some cases only, the run that is repeated, a webhook at the end. They count for
-- the request's hash only where they are given, so a request_id from before still names its run.

DROP FUNCTION assistant_test_enqueue(text, text, text, text, text, jsonb, uuid, text, jsonb, jsonb);
DROP FUNCTION assistant_test_runners_of(uuid, boolean);

-- The runners that a run of this kind would need; a run over a call set takes recorded calls only (model.md).
CREATE FUNCTION assistant_test_runners_of(p_suite_id uuid, over_call_set boolean, only_cases uuid[]) RETURNS text[]
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT cases.runner ORDER BY cases.runner), '{}')
    FROM assistant_test_suite_cases AS links
    JOIN assistant_test_cases AS cases ON cases.id = links.case_id
    WHERE links.suite_id = p_suite_id AND links.enabled AND (cases.runner = 'recorded_call') = over_call_set
        AND (only_cases IS NULL OR links.case_id = ANY (only_cases))
    $$;

-- Refused where one of the given cases is not an enabled case of the suite.
CREATE FUNCTION assistant_test_check_cases(p_suite assistant_test_suites, only_cases uuid[]) RETURNS void
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_unknown uuid;
BEGIN
    SELECT id INTO v_unknown FROM unnest(only_cases) AS id
    WHERE NOT EXISTS (
        SELECT FROM assistant_test_suite_cases AS links
        WHERE links.suite_id = p_suite.id AND links.case_id = id AND links.enabled)
    ORDER BY id LIMIT 1;
    IF FOUND THEN
        PERFORM assistant_test_refuse('case_unknown',
            format('%s is no enabled case of suite %s', v_unknown, p_suite.name),
            assistant_test_known(ARRAY(
                SELECT format('%s (%s)', cases.name, cases.id) FROM assistant_test_suite_cases AS links
                JOIN assistant_test_cases AS cases ON cases.id = links.case_id
                WHERE links.suite_id = p_suite.id AND links.enabled ORDER BY links.position, cases.id LIMIT 20)));
    END IF;
END $$;

CREATE FUNCTION assistant_test_check_rerun(p_suite assistant_test_suites, p_rerun_of uuid) RETURNS void
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF p_rerun_of IS NOT NULL AND NOT EXISTS (
        SELECT FROM assistant_test_runs WHERE id = p_rerun_of AND team_id = p_suite.team_id AND suite_id = p_suite.id)
    THEN
        PERFORM assistant_test_refuse('run_unknown',
            format('suite %s of team %s has no run %s to repeat', p_suite.name, p_suite.team_id, p_rerun_of),
            'Give a run of the same team and suite as rerun_of, or leave it out.');
    END IF;
END $$;

-- An address that is called: http or https, no credentials (the signature says who calls). It is not repeated in the
-- refusal, since its query may be secret.
CREATE FUNCTION assistant_test_check_webhook(webhook text) RETURNS void
    LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF length(webhook) > 2000 OR webhook !~ '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]]*)?$' THEN
        PERFORM assistant_test_refuse('webhook_invalid',
            'webhook is no http or https URL of at most 2000 characters without user and password',
            'Give for example https://product.example/hooks/assistant-test.');
    END IF;
END $$;

-- Sha256 over what is asked; of what came with a later revision only what is given counts.
CREATE FUNCTION assistant_test_request_hash(asked jsonb, later jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT encode(sha256(convert_to((asked || CASE
        WHEN jsonb_strip_nulls(later) = '{}' THEN '[]'
        ELSE jsonb_build_array(jsonb_strip_nulls(later))
        END)::text, 'UTF8')), 'hex')
    $$;

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
    targets jsonb DEFAULT '{}',
    only_cases uuid[] DEFAULT NULL,
    rerun_of uuid DEFAULT NULL,
    webhook text DEFAULT NULL
) RETURNS uuid
    LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    a_request text := coalesce(assistant_test_enqueue.request_id, assistant_test_uuid7()::text);
    v_run_config jsonb := coalesce(assistant_test_enqueue.run_config, '{}');
    v_targets jsonb := coalesce(assistant_test_enqueue.targets, '{}');
    v_lane text := assistant_test_enqueue.lane;
    v_content jsonb := assistant_test_enqueue.content;
    v_call_set uuid := assistant_test_enqueue.call_set;
    v_rerun_of uuid := assistant_test_enqueue.rerun_of;
    v_webhook text := assistant_test_enqueue.webhook;
    v_only uuid[];
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
    IF assistant_test_enqueue.only_cases IS NOT NULL THEN
        v_only := ARRAY(SELECT DISTINCT id FROM unnest(assistant_test_enqueue.only_cases) AS id ORDER BY id);
        IF cardinality(v_only) = 0 OR array_position(v_only, NULL) IS NOT NULL THEN
            PERFORM assistant_test_refuse('argument_invalid', 'only_cases names no case, or holds a NULL',
                'Give ids of cases, or leave only_cases out to run them all.');
        END IF;
    END IF;
    PERFORM assistant_test_check_run_config(v_run_config);
    PERFORM assistant_test_check_target(assistant_test_enqueue.config, v_content, v_call_set, v_targets);
    PERFORM assistant_test_check_webhook(v_webhook);
    v_suite := assistant_test_find_suite(team, suite);

    v_content_hash := encode(sha256(convert_to(v_content::text, 'UTF8')), 'hex');
    v_ref := CASE
        WHEN v_content IS NOT NULL THEN 'inline:' || v_content_hash
        WHEN v_call_set IS NULL THEN coalesce(assistant_test_enqueue.config, 'live')
        END;
    v_hash := assistant_test_request_hash(
        jsonb_build_array(v_suite.id, consumer, v_ref, v_call_set, v_lane, v_run_config, v_targets),
        jsonb_build_object('only_cases', v_only, 'rerun_of', v_rerun_of, 'webhook', v_webhook));

    SELECT id, request_hash INTO v_run_id, v_prior_hash FROM assistant_test_runs
    WHERE team_id = team AND request_id = a_request;
    IF NOT FOUND THEN
        v_criteria := assistant_test_find_criteria(v_suite, consumer);
        IF v_call_set IS NOT NULL AND NOT EXISTS (
            SELECT FROM assistant_test_call_sets WHERE team_id = team AND id = v_call_set)
        THEN
            PERFORM assistant_test_refuse('call_set_unknown',
                format('team %L has no call set %s', team, v_call_set), 'Create the call set first, or correct its id.');
        END IF;
        PERFORM assistant_test_check_cases(v_suite, v_only);
        PERFORM assistant_test_check_rerun(v_suite, v_rerun_of);
        v_runners := assistant_test_runners_of(v_suite.id, v_call_set IS NOT NULL, v_only);
        PERFORM assistant_test_check_runners(v_runners);

        INSERT INTO assistant_test_runs (
            team_id, suite_id, criteria_id, criteria_version, assistant_config_id, call_set_id, request_id, request_hash,
            lane, deadline_s, run_config, only_cases, rerun_of, webhook, plan)
        VALUES (
            team, v_suite.id, v_criteria.id, v_criteria.version, v_ref, v_call_set, a_request, v_hash,
            v_lane, assistant_test_deadline_s(v_suite.run_config || v_run_config, v_runners), v_run_config,
            v_only, v_rerun_of, v_webhook,
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
