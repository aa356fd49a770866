import { sql } from "../../../server/platform/database/unit-of-work";
import { UserEntity } from "../../../server/people/people/user.entity";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { repetitions } from "../../run-size";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const countDecisions = sql(
  "test.decisions",
  `SELECT count(*)::int AS requests, count(*) FILTER (WHERE decided = 1)::int AS once FROM (
     SELECT r.id, count(s.decided_by) AS decided FROM request r
     JOIN request_step s ON s.tenant_id = r.tenant_id AND s.request_id = r.id
     WHERE r.tenant_id = current_tenant() GROUP BY r.id) AS each`,
);
const countNotifications = sql(
  "test.told",
  `SELECT count(DISTINCT data->>'id')::int AS requests, count(*)::int AS events FROM domain_event
   WHERE tenant_id = current_tenant() AND type = 'request.decided' AND stream = $1`,
);

const manyRequests = repetitions(200);
const atOnce = 25;

test(`${manyRequests} requests, ${atOnce} concurrent decisions each: one succeeds`, async () => {
  const { world, ask, people, employee, hr } = await leaveFixture(await server.world());
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { managerId: null }));
  const give = {
    leave_type_id: (await world.tx((tx) => tx.manager.query("SELECT max(id)::int AS id FROM leave_type")))[0].id,
  };
  const year = Number(workingWeek(1).start_date.slice(0, 4));
  for (const at of [0, 1, 2, 3, 4]) {
    const days = { ...give, year: year + at, days: 300, note: "Test" };
    requireOk(await world.api(world.admin).post(`/leave/balance/${people.employee.id}/adjustment`, days));
  }
  const colleagues = await Promise.all(Array.from({ length: 4 }, () => world.person("hr")));
  const apis = [hr, ...colleagues.map((one) => world.api(one))];
  const sent: { id: number; version: number }[] = [];
  for (let at = 0; at < manyRequests; at++) sent.push(requireOk(await ask(workingWeek(at, 1), employee)).body.data);
  for (const { id, version } of sent) {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, at) => {
        const verb = (["approve", "reject", "request-changes"] as const)[at % 3];
        const body = { version, reason: "No", note: "Why?" };
        return (apis[at % apis.length] as typeof hr).put(`/leave/leave-request/${id}/${verb}`, body);
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(atOnce - 1);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.data).toMatchObject({
      id,
      version: version + 1,
      decision: { decided_by: { id: lost?.body.by.id } },
    });
  }
  const [row] = await world.tx((tx) => tx.rows(countDecisions));
  expect(row).toEqual({ requests: manyRequests, once: manyRequests });
  const [events] = await world.tx((tx) => tx.rows(countNotifications, [`user:${people.employee.id}`]));
  expect(events).toEqual({ requests: manyRequests, events: manyRequests });
}, 240_000);
