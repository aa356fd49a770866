import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A move as one message to the database: locks, neighbours, rank, task, stream and event. What it locks is held for as long
 * as it runs, and through the commit that is sent along, instead of across round trips (decision 234).
 */
export class MoveInOneWrite0234 implements MigrationInterface {
  name = "MoveInOneWrite0000000000234";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(rank);
    await runner.query(neighbours);
    await runner.query(move);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION move_task(bigint, int, int, int, bigint, bigint, text, bigint, bigint, int, int, bigint, jsonb);
      DROP FUNCTION task_neighbours(bigint, bigint, bigint, bigint[]);
      DROP FUNCTION rank_between(text, text), rank_after(text), rank_before(text), rank_fraction(text, text), rank_head(text);
    `);
  }
}

/**
 * `rankBetween` of shared/tasks/tasks.rank.rules.ts in SQL: tests/tasks/rank.test.ts holds one to the other. A rank is a
 * whole number (its first letter says how many digits follow: a has one, b two; Z one and below zero, Y two) and a
 * fraction, in digits of base 62.
 */
const rank = `
  -- The whole number that a rank begins with.
  CREATE FUNCTION rank_head(rank text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN left(rank, CASE WHEN rank COLLATE "C" >= 'a' THEN ascii(rank) - 95 ELSE 92 - ascii(rank) END);

  -- A fraction between two others, of which the second may be null: no end above. Never ends with a zero.
  CREATE FUNCTION rank_fraction(above text, below text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    digits CONSTANT text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    shared text := '';
    low int;
    high int;
  BEGIN
    LOOP
      -- What both begin with stays; above goes on with zeros where it ends.
      WHILE below IS NOT NULL AND COALESCE(NULLIF(left(above, 1), ''), '0') = left(below, 1) LOOP
        shared := shared || left(below, 1);
        above := substr(above, 2);
        below := substr(below, 2);
      END LOOP;
      low := CASE WHEN above = '' THEN 0 ELSE strpos(digits, left(above, 1)) - 1 END;
      high := CASE WHEN below IS NULL THEN 62 ELSE strpos(digits, left(below, 1)) - 1 END;
      IF high - low > 1 THEN
        RETURN shared || substr(digits, (low + high + 1) / 2 + 1, 1); -- in the middle, rounded up
      ELSIF length(below) > 1 THEN
        RETURN shared || left(below, 1);
      END IF;
      -- Neighbouring digits: behind the lower one, with no end above.
      shared := shared || substr(digits, low + 1, 1);
      above := substr(above, 2);
      below := NULL;
    END LOOP;
  END $$;

  -- The next whole number; null behind the last.
  CREATE FUNCTION rank_after(head text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    digits CONSTANT text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    kept text := rtrim(substr(head, 2), 'z');
    zeros text := repeat('0', length(head) - 1 - length(kept));
  BEGIN
    IF kept <> '' THEN
      RETURN left(head, 1) || left(kept, -1) || substr(digits, strpos(digits, right(kept, 1)) + 1, 1) || zeros;
    ELSIF left(head, 1) = 'z' THEN
      RETURN NULL;
    ELSIF left(head, 1) = 'Z' THEN
      RETURN 'a0';
    ELSIF left(head, 1) COLLATE "C" > 'Z' THEN
      RETURN chr(ascii(head) + 1) || zeros || '0';
    ELSE
      RETURN chr(ascii(head) + 1) || substr(zeros, 2);
    END IF;
  END $$;

  -- The whole number before; null before the first.
  CREATE FUNCTION rank_before(head text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    digits CONSTANT text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    kept text := rtrim(substr(head, 2), '0');
    nines text := repeat('z', length(head) - 1 - length(kept));
  BEGIN
    IF kept <> '' THEN
      RETURN left(head, 1) || left(kept, -1) || substr(digits, strpos(digits, right(kept, 1)) - 1, 1) || nines;
    ELSIF left(head, 1) = 'A' THEN
      RETURN NULL;
    ELSIF left(head, 1) = 'a' THEN
      RETURN 'Zz';
    ELSIF left(head, 1) COLLATE "C" < 'a' THEN
      RETURN chr(ascii(head) - 1) || nines || 'z';
    ELSE
      RETURN chr(ascii(head) - 1) || substr(nines, 2);
    END IF;
  END $$;

  CREATE FUNCTION rank_between(above text, below text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    low text := rank_head(above);
    high text := rank_head(below);
    following text;
  BEGIN
    IF above COLLATE "C" >= below THEN
      RAISE 'No rank between % and %', above, below;
    ELSIF above IS NULL AND below IS NULL THEN
      RETURN 'a0';
    ELSIF above IS NULL THEN
      IF high = 'A' || repeat('0', 26) THEN RETURN high || rank_fraction('', substr(below, 28)); END IF;
      IF high <> below THEN RETURN high; END IF;
      RETURN rank_before(high);
    ELSIF low = high THEN
      RETURN low || rank_fraction(substr(above, length(low) + 1), substr(below, length(high) + 1));
    END IF;
    following := rank_after(low);
    IF following IS NOT NULL AND (below IS NULL OR following COLLATE "C" < below) THEN RETURN following; END IF;
    RETURN low || rank_fraction(substr(above, length(low) + 1), NULL);
  END $$;
`;

/**
 * The places above and below where tasks should land, archived tasks included: they keep their ranks. `above` is the task named
 * above (may be null or gone), `below` the one named below, `landing` what should land there. Without either: the end.
 */
const neighbours = `
  CREATE FUNCTION task_neighbours(target bigint, above bigint, below bigint, landing bigint[])
    RETURNS TABLE (above_id bigint, above_rank text, below_id bigint, below_rank text) LANGUAGE sql STABLE AS $$
    SELECT a.id, a.rank, b.id, b.rank
    FROM (SELECT
      (SELECT rank FROM task WHERE tenant_id = current_tenant() AND task_status_id = target AND id = above AND id <> ALL(landing)) AS higher,
      (SELECT rank FROM task WHERE tenant_id = current_tenant() AND task_status_id = target AND id = below AND id <> ALL(landing)) AS lower
    ) AS named
    LEFT JOIN LATERAL (
      SELECT id, rank FROM task
      WHERE tenant_id = current_tenant() AND task_status_id = target AND id <> ALL(landing)
        AND rank <= COALESCE(higher, lower, '~') AND (higher IS NOT NULL OR id IS DISTINCT FROM below)
      ORDER BY rank DESC LIMIT 1
    ) AS a ON true
    LEFT JOIN LATERAL (
      SELECT id, rank FROM task
      WHERE tenant_id = current_tenant() AND task_status_id = target AND id <> ALL(landing)
        AND rank >= COALESCE(higher, lower) AND (higher IS NULL OR id <> above)
      ORDER BY rank LIMIT 1
    ) AS b ON true
  $$;
`;

/**
 * Moves a task that is as it was seen into a column that is as it was seen, and says so on its project's stream. No row, and
 * nothing done, when either has changed meanwhile, when it stands there already, or when the column is due for short ranks:
 * whoever asked then takes the long way. Each statement in it has a snapshot of its own, so that the neighbours are those
 * after the last drop.
 */
const move = `
  CREATE FUNCTION move_task(
    moved bigint, seen_version int, seen_subtasks int, seen_done int, project bigint, target bigint, target_kind text,
    above bigint, below bigint, new_progress int, longest_rank int, actor bigint, event jsonb
  ) RETURNS TABLE (above_id bigint, below_id bigint, rank text, event_id bigint, revision bigint, at timestamptz)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    card record;
    place record;
    said record;
    stream_name text := 'project:' || project;
    stream_revision bigint;
    new_rank text;
  BEGIN
    -- The order of locks: column, task, stream.
    PERFORM FROM task_status c WHERE c.tenant_id = current_tenant() AND c.id = target
      AND c.project_id = project AND c.kind = target_kind FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT t.task_status_id, t.rank INTO card FROM task t WHERE t.tenant_id = current_tenant() AND t.id = moved
      AND t.version = seen_version AND t.subtask_count = seen_subtasks AND t.subtask_done_count = seen_done FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;

    SELECT n.above_id, n.above_rank, n.below_id, n.below_rank INTO place
      FROM task_neighbours(target, above, below, ARRAY[moved]) n;
    IF card.task_status_id = target AND (place.above_rank IS NULL OR place.above_rank COLLATE "C" < card.rank)
       AND (place.below_rank IS NULL OR card.rank < place.below_rank COLLATE "C") THEN RETURN; END IF;
    new_rank := rank_between(place.above_rank, place.below_rank);
    IF length(new_rank) > longest_rank THEN RETURN; END IF;

    UPDATE task t SET task_status_id = target, rank = new_rank, progress = new_progress, version = t.version + 1,
      updated_at = now() WHERE t.tenant_id = current_tenant() AND t.id = moved;
    INSERT INTO event_stream AS s (tenant_id, name, revision) VALUES (current_tenant(), stream_name, 1)
      ON CONFLICT (tenant_id, name) DO UPDATE SET revision = s.revision + 1 RETURNING s.revision INTO stream_revision;
    INSERT INTO domain_event AS e (tenant_id, stream, revision, type, actor_id, data)
      VALUES (current_tenant(), stream_name, stream_revision, 'task.moved', actor, event || jsonb_build_object('rank', new_rank))
      RETURNING e.id, e.at INTO said;
    RETURN QUERY SELECT place.above_id, place.below_id, new_rank, said.id, stream_revision, said.at;
  END $$;
`;
