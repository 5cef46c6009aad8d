-- What is designed never to change is kept so here. Each refusal says what to do instead.

CREATE FUNCTION assistant_test_refuse_update() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING
        ERRCODE = 'AT409',
        MESSAGE = format('immutable: %s are never changed', replace(TG_TABLE_NAME, 'assistant_test_', '')),
        HINT = TG_ARGV[0];
END $$;

CREATE TRIGGER assistant_test_assertions_immutable BEFORE UPDATE ON assistant_test_assertions
    FOR EACH ROW EXECUTE FUNCTION assistant_test_refuse_update(
        'Write the new wording as the next version of the same key; old results keep naming the old one.');

CREATE TRIGGER assistant_test_criteria_immutable BEFORE UPDATE ON assistant_test_criteria
    FOR EACH ROW EXECUTE FUNCTION assistant_test_refuse_update(
        'Write the new spec as the next version; runs keep the version that they were stamped with.');

CREATE TRIGGER assistant_test_assertion_results_immutable BEFORE UPDATE ON assistant_test_assertion_results
    FOR EACH ROW EXECUTE FUNCTION assistant_test_refuse_update(
        'Judge again as a new pass: it writes rows of its own and leaves these as they are.');

CREATE TRIGGER assistant_test_run_events_immutable BEFORE UPDATE ON assistant_test_run_events
    FOR EACH ROW EXECUTE FUNCTION assistant_test_refuse_update('Insert another event.');

CREATE FUNCTION assistant_test_keep_outcome() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome THEN
        RAISE EXCEPTION USING
            ERRCODE = 'AT409',
            MESSAGE = format('immutable: the outcome of run %s was stamped as %s', OLD.id, OLD.outcome),
            HINT = 'Read another verdict from the same results with assistant_test_verdicts, or start a new run.';
    END IF;
    IF OLD.status IN ('completed', 'failed', 'cancelled') AND NEW.status IS DISTINCT FROM OLD.status THEN
        RAISE EXCEPTION USING
            ERRCODE = 'AT409',
            MESSAGE = format('immutable: run %s has ended as %s', OLD.id, OLD.status),
            HINT = 'Start a new run with rerun_of naming this one.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER assistant_test_runs_keep_outcome BEFORE UPDATE OF outcome, status ON assistant_test_runs
    FOR EACH ROW EXECUTE FUNCTION assistant_test_keep_outcome();

-- The evidence of a case run, as one value to compare.
CREATE FUNCTION assistant_test_evidence_of(case_run assistant_test_case_runs) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT jsonb_build_array(
        case_run.status, case_run.transcript, case_run.tool_calls, case_run.timing, case_run.usage,
        case_run.provider, case_run.provider_ref, case_run.provider_payload, case_run.evidence, case_run.error_code)
    $$;

CREATE FUNCTION assistant_test_keep_evidence() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.case_snapshot IS DISTINCT FROM OLD.case_snapshot THEN
        RAISE EXCEPTION USING
            ERRCODE = 'AT409',
            MESSAGE = format('immutable: case run %s keeps the case as it was executed', OLD.id),
            HINT = 'Edit the case; new runs take the new content.';
    END IF;
    IF OLD.status = 'pending' THEN
        RETURN NEW;
    END IF;
    IF OLD.evidence_purged_at IS NULL AND NEW.evidence_purged_at IS NOT NULL
        AND num_nonnulls(NEW.transcript, NEW.tool_calls, NEW.provider_payload, NEW.evidence) = 0
        AND NEW.status = OLD.status
    THEN
        RETURN NEW;
    END IF;
    IF assistant_test_evidence_of(NEW) IS DISTINCT FROM assistant_test_evidence_of(OLD)
        OR NEW.attempts IS DISTINCT FROM OLD.attempts
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'AT409',
            MESSAGE = format('immutable: the evidence of case run %s was recorded', OLD.id),
            HINT = 'Start a new run for new evidence; retention empties it by setting evidence_purged_at.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER assistant_test_case_runs_keep_evidence BEFORE UPDATE ON assistant_test_case_runs
    FOR EACH ROW EXECUTE FUNCTION assistant_test_keep_evidence();

CREATE FUNCTION assistant_test_keep_due() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.case_run_id, NEW.run_id, NEW.pass_no, NEW.step_no, NEW.due)
        IS DISTINCT FROM (OLD.case_run_id, OLD.run_id, OLD.pass_no, OLD.step_no, OLD.due)
        OR (OLD.status = 'closed' AND NEW.status IS DISTINCT FROM OLD.status)
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'AT409',
            MESSAGE = format('immutable: what outcome %s owes was frozen when it was opened', OLD.id),
            HINT = 'Judge again as a new pass.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER assistant_test_outcomes_keep_due BEFORE UPDATE ON assistant_test_outcomes
    FOR EACH ROW EXECUTE FUNCTION assistant_test_keep_due();

CREATE FUNCTION assistant_test_touch() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;

DO $do$
DECLARE
    part text;
BEGIN
    FOREACH part IN ARRAY ARRAY['suites', 'cases', 'suite_cases', 'call_sets', 'runs', 'case_runs', 'outcomes'] LOOP
        EXECUTE format(
            'CREATE TRIGGER assistant_test_%1$s_touch BEFORE UPDATE ON assistant_test_%1$s
             FOR EACH ROW EXECUTE FUNCTION assistant_test_touch()', part);
    END LOOP;
END
$do$;
