import { addDays } from "../../../shared/kernel/days";
import { UserEntity } from "../../../server/people/people/user.entity";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";

const server = testServer();
const fourDays = [0, 480, 480, 480, 480, 0, 0];

async function viewsFixture() {
  const fixture = await leaveFixture(await server.world());
  const { world, people, hr } = fixture;
  const department = await world.tx(async (tx) => {
    const [{ id }] = await tx.manager.query(
      "INSERT INTO department (tenant_id, name) VALUES (current_tenant(), 'Views') RETURNING id",
    );
    for (const { id: user } of [people.employee, people.manager])
      await tx.repo(UserEntity).update({ id: user }, { departmentId: Number(id) });
    return Number(id);
  });
  const set = (from: string) => hr.post(`/user/${people.employee.id}/schedule`, { from, minutes: fourDays });
  return { ...fixture, department, set };
}

test("the team calendar shows a free Friday as free, also during leave", async () => {
  // A week's leave of a part-timer with free Fridays: absent from Monday to Thursday, free on Friday.
  const { set, ask, manager, people } = await viewsFixture();
  const week = workingWeek(4);
  requireOk(await set(week.start_date));
  const team = async () =>
    requireOk(await manager.get(`/leave/team?from=${week.start_date}&to=${week.end_date}`)).body.data;
  const freeOf = (data: { people: { person: { id: number }; free: string[] }[] }, id: number) =>
    data.people.find(({ person }) => person.id === id)?.free;
  const before = await team();
  expect(freeOf(before, people.employee.id)).toEqual([week.end_date]);
  expect(freeOf(before, people.manager.id)).toEqual([]);
  expect(before.away).toEqual([]);
  const { id } = requireOk(await ask(week)).body.data;
  const detail = requireOk(await manager.get(`/leave/leave-request/${id}`)).body.data;
  expect(detail.free.people).toEqual([{ user_id: people.employee.id, days: [week.end_date] }]);
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  expect((await team()).away).toEqual([0, 1, 2, 3].map((at) => ({ date: addDays(week.start_date, at), people: 1 })));
});

test("analytics of departments count working days and leave by the schedule", async () => {
  // March 2026 has 22 working days and four Fridays: 4 × 22 + 18 = 106 for five people, one with free Fridays. Their leave from Monday,
  // 2 March, to Sunday counts 4 days: 4 / 106 = 3.8 percent.
  const { world, department, people, hr, type } = await viewsFixture();
  for (let at = 0; at < 3; at++) {
    const { id } = await world.person("employee");
    await world.tx((tx) => tx.repo(UserEntity).update({ id }, { departmentId: department }));
  }
  requireOk(await hr.post(`/user/${people.employee.id}/schedule`, { from: "2026-01-01", minutes: fourDays }));
  await world.tx((tx) =>
    tx.manager.query(
      `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at)
         VALUES (current_tenant(), 'leave', $1, $2::bigint::text, 'approved', now()) RETURNING id)
       INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
       SELECT id, current_tenant(), $1, $2, '2026-03-02', '2026-03-08', 4, true FROM r`,
      [people.employee.id, type],
    ),
  );
  const query = `department_id=${department}&from=2026-03-01&to=2026-03-31`;
  const { leave } = requireOk(await world.api(world.admin).get(`/analytics/department?${query}`)).body.data;
  expect([leave.taken, leave.absence]).toEqual([4, 3.8]);
});
