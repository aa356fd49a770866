import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture } from "../fixtures";

const server = testServer();

const bookHalves = `WITH halves AS (
    SELECT day::date AS day, noon, row_number() OVER (ORDER BY day, noon) AS place
    FROM generate_series($3::date, $4::date, '1 day') AS day, unnest(ARRAY[false, true]) AS noon
  ), made AS (
    INSERT INTO request (tenant_id, family, requester_id, type, status, round, step, sent_at, decided_at)
    SELECT current_tenant(), 'leave', $1::bigint, 'leave', 'approved', 1, 1, now(), now() FROM halves RETURNING id
  ), placed AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM made)
  INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, from_noon, to_noon, days, live)
  SELECT id, current_tenant(), $1, $2, day, day, noon, NOT noon, 0.5, true FROM placed JOIN halves USING (place)`;

test("leave between two hundred half days forms one absence with the adjoining ones", async () => {
  const { employee, newType, people, world } = await leaveFixture(await server.world());
  const change = { attachmentAfter: 60, canUpdateBalance: false, counting: "calendar" } as const;
  const type = await newType(change);
  const book = (from: string, to: string) =>
    world.tx((tx) => tx.manager.query(bookHalves, [people.employee.id, type, from, to]));
  await book(`${nextYear}-07-01`, `${nextYear}-08-30`);
  await book(`${nextYear}-09-02`, `${nextYear}-10-31`);
  const preview = async (from: string, to: string) => {
    const url = `/leave/leave-request/preview?leave_type_id=${type}&start_date=${from}&end_date=${to}`;
    return requireOk(await employee.get(url)).body.data.needs_attachment as boolean;
  };
  expect(await preview(`${nextYear}-08-31`, `${nextYear}-09-01`)).toBe(true);
  expect(await preview(`${nextYear}-12-01`, `${nextYear}-12-02`)).toBe(false); // separated by a month of work
});
