INSERT INTO assistant_test_consumers (key, name, description) VALUES
    ('blueprint_ci', 'Blueprint CI', 'Checks each change of a blueprint before it is merged.'),
    ('publish_gate', 'Publish gate', 'Decides whether a configuration may be published.'),
    ('avo_preflight', 'Avo pre-flight', 'Answers an editing assistant within a second.'),
    ('nightly_sweep', 'Nightly sweep', 'Watches every live suite, once a night.');

-- The runner that is always there; workers register theirs when they start.
INSERT INTO assistant_test_runners (name, brings, needs_target, deadline_s, trials)
VALUES ('structural', '{configuration}', 'configuration', 60, false);
