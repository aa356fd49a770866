import type { MigrationInterface, QueryRunner } from "typeorm";

const trigger = (name: string, when: string) => `
  CREATE CONSTRAINT TRIGGER ${name} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION booking_request_waits();`;
const waits = (row: string) => `${row}.status IN ('pending', 'changes_requested')`;

/**
 * A series that somebody decides grows four tables by hundreds of rows at once. What triggers look up for each of them is planned
 * once per connection, by what was known of the tables: where that was "empty", by the organisation alone, so that the COMMIT
 * read all of its requests for each of its dates.
 */
export class SeriesByFreshStatistics0271 implements MigrationInterface {
  name = "SeriesByFreshStatistics0000000000271";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For whoever adds many: of those tables that have grown to twice of what is known, and no others.
      CREATE FUNCTION analyze_bookings() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
      DECLARE grown text;
      BEGIN
        SELECT string_agg(c.relname, ', ' ORDER BY c.relname) INTO grown FROM pg_class c
        WHERE c.oid IN ('booking'::regclass, 'booking_request'::regclass, 'occupied_slot'::regclass, 'request'::regclass,
            'request_step'::regclass)
          AND pg_relation_size(c.oid) >= 2 * GREATEST(c.relpages, 1) * current_setting('block_size')::bigint;
        IF grown IS NOT NULL THEN EXECUTE 'ANALYZE ' || grown; END IF;
      EXCEPTION WHEN lock_not_available THEN
        -- Somebody else looks at them this moment, until their transaction ends: nobody waits for that.
        NULL;
      END $$;
      REVOKE ALL ON FUNCTION analyze_bookings() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION analyze_bookings() TO portal_app;

      -- A draft waits for nothing, and what goes on waiting has been looked at.
      DROP TRIGGER booking_request_waits ON request;
      ${trigger("booking_request_waits AFTER INSERT ON request", `NEW.family = 'booking' AND ${waits("NEW")}`)}
      ${trigger(
        "booking_request_waits_still AFTER UPDATE OF status ON request",
        `NEW.family = 'booking' AND (${waits("NEW")}) <> (${waits("OLD")})`,
      )}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION analyze_bookings();
      DROP TRIGGER booking_request_waits ON request;
      DROP TRIGGER booking_request_waits_still ON request;
      ${trigger("booking_request_waits AFTER INSERT OR UPDATE OF status ON request", "NEW.family = 'booking'")}
    `);
  }
}
