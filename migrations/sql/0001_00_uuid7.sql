-- A UUIDv7: PostgreSQL 18's own where there is one, else made of the clock's milliseconds and a random UUID (RFC 9562, 5.7).
DO $do$
BEGIN
    IF current_setting('server_version_num')::int >= 180000 THEN
        CREATE FUNCTION assistant_test_uuid7() RETURNS uuid
            LANGUAGE sql VOLATILE PARALLEL SAFE
            AS 'SELECT uuidv7()';
    ELSE
        CREATE FUNCTION assistant_test_uuid7() RETURNS uuid
            LANGUAGE sql VOLATILE PARALLEL SAFE
            AS $fn$
            SELECT encode(
                set_byte(
                    overlay(
                        uuid_send(gen_random_uuid())
                        PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                        FROM 1 FOR 6
                    ),
                    6,
                    (get_byte(uuid_send(gen_random_uuid()), 0) & 15) | 112
                ),
                'hex'
            )::uuid
            $fn$;
    END IF;
END
$do$;
