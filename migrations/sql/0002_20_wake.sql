-- A hint to look at a run now, for whoever heard that its vendor has news; never a source of truth, so that a false or
-- doubled hint costs one look. Answers whether somebody will look because of it:
--   parked or queued: true. Due at once, whatever it waited for, and told to the relay.
--   leased: true. What its holder sees may be older than the hint, so the hint is kept (woken_at) and the release
--       makes the run due at once; a further hint meanwhile adds nothing.
--   ended: false, and nothing changes.
CREATE FUNCTION assistant_test_wake(run uuid) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    v_run assistant_test_runs;
    v_leased boolean;
BEGIN
    SELECT * INTO v_run FROM assistant_test_runs WHERE id = run FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        PERFORM assistant_test_refuse('run_unknown', format('there is no run %s', run), 'Check the id.');
    END IF;
    IF v_run.status IN ('completed', 'failed', 'cancelled') THEN
        RETURN false;
    END IF;
    v_leased := coalesce(v_run.lease_expires_at > clock_timestamp(), false);
    IF v_leased AND v_run.woken_at IS NOT NULL THEN
        RETURN true;
    END IF;
    UPDATE assistant_test_runs SET
        woken_at = CASE WHEN v_leased THEN clock_timestamp() END,
        wake_at = CASE WHEN v_leased THEN wake_at ELSE least(wake_at, clock_timestamp()) END,
        nudged_at = CASE WHEN v_leased THEN nudged_at END
    WHERE id = run;
    INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, detail)
    VALUES (run, v_run.team_id, 'woken', v_run.lease_token, jsonb_build_object('leased', v_leased));
    IF NOT v_leased THEN
        PERFORM pg_notify('assistant_test_enqueued', run::text);
    END IF;
    RETURN true;
END $$;
