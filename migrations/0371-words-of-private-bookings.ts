import type { MigrationInterface, QueryRunner } from "typeorm";

/** What was told before of bookings that are private by now: tenant by tenant, inside its fence. */
export const hideWhatIsStored = `DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one.id::text, true);
    PERFORM hide_bookings_in_log(one.id, ARRAY(SELECT id FROM booking WHERE tenant_id = one.id AND private));
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;`;

/**
 * Made private, a booking loses its words and people in what was told of it to those who follow rooms or cars. Replays go back five hundred
 * events (`replayLimit` in shared/kernel/streams.ts): what is older nobody is told any more, and looking for it in a log of years would
 * keep everybody waiting who books.
 */
export class WordsOfPrivateBookings0371 implements MigrationInterface {
  name = "WordsOfPrivateBookings0000000000371";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The same fields as publicBooking in shared/bookings/bookings.rules.ts. Locked in order: two who do it at once don't wait for each other.
      CREATE FUNCTION hide_bookings_in_log(tenant bigint, hidden bigint[]) RETURNS void LANGUAGE sql AS $$
        UPDATE domain_event e SET actor_id = NULL, data = jsonb_set(e.data, '{bookings}', (
          SELECT jsonb_agg(CASE WHEN (b->>'id')::bigint = ANY(hidden) THEN b || '{"private": true, "title": null, "note": null,
              "from_place": null, "to_place": null, "purpose": null, "decision_reason": null, "participants": [], "requester": null,
              "series_id": null, "basket_id": null}'
            ELSE b END ORDER BY n)
          FROM jsonb_array_elements(e.data->'bookings') WITH ORDINALITY AS x (b, n)))
        WHERE e.tenant_id = tenant AND e.id = ANY(ARRAY(
          SELECT d.id FROM event_stream s JOIN domain_event d
            ON d.tenant_id = s.tenant_id AND d.stream = s.name AND d.revision > s.revision - 500
          WHERE s.tenant_id = tenant AND s.name IN ('rooms:' || tenant, 'cars:' || tenant) AND d.type LIKE 'booking.%'
            AND EXISTS (SELECT FROM jsonb_array_elements(d.data->'bookings') AS x (b)
              WHERE (b->>'id')::bigint = ANY(hidden) AND b->>'title' IS NOT NULL)
          ORDER BY d.id FOR UPDATE OF d))
      $$;

      CREATE FUNCTION hide_private_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        tenant bigint;
        hidden bigint[];
      BEGIN
        SELECT min(n.tenant_id), array_agg(n.id) INTO tenant, hidden
        FROM now_bookings n JOIN was_bookings w ON w.id = n.id WHERE n.private AND NOT w.private;
        IF hidden IS NOT NULL THEN
          PERFORM hide_bookings_in_log(tenant, hidden);
        END IF;
        RETURN NULL;
      END $$;
      -- Of a series all dates at once: the log is read once.
      CREATE TRIGGER booking_hidden AFTER UPDATE ON booking REFERENCING OLD TABLE AS was_bookings NEW TABLE AS now_bookings
        FOR EACH STATEMENT EXECUTE FUNCTION hide_private_bookings();`);
    await runner.query(hideWhatIsStored);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER booking_hidden ON booking;
      DROP FUNCTION hide_private_bookings(), hide_bookings_in_log(bigint, bigint[]);`);
  }
}
