import { UserEntity } from "../../../../server/people/people/user.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture } from "../fixtures";

/** Dates thousands of years away must be refused without counting up to them, which would block other requests. */
const server = testServer();
const spent = async (work: () => Promise<unknown>) => {
  const began = process.cpuUsage().user;
  await work();
  return (process.cpuUsage().user - began) / 1_000;
};

test("leave, time sheet and analytics at year 9999 get 422 without computation", async () => {
  const { employee, world, type } = await leaveFixture(await server.world());
  const day = "9999-12-31";
  for (const [path, field] of [
    [`/time-sheet?from=${day}&to=${day}`, "from"],
    [`/leave/leave-request/preview?leave_type_id=${type}&start_date=${day}&end_date=${day}`, "start_date"],
    [`/analytics/user/${world.employee.id}?from=${day}&to=${day}`, "from"],
    [`/analytics/user/${world.employee.id}/days?from=${day}&to=${day}`, "from"],
  ] as const) {
    const { status, body } = await employee.get(path);
    expect([path, status, (body.errors as Record<string, string[]>)[field]?.length]).toEqual([path, 422, 1]);
  }
});

test("leave centuries ahead is refused without counting up to it", async () => {
  const { employee, newType, people, world, ask } = await leaveFixture(await server.world());
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { joinedOn: "1990-01-01" }));
  const type = await newType({ waitingDays: 100 });
  const span = { leave_type_id: type, start_date: "2999-12-30", end_date: "2999-12-31" };
  const preview = (of: typeof span) => `/leave/leave-request/preview?${new URLSearchParams(of as never)}`;
  let refusals: unknown;
  const ms = await spent(async () => (refusals = requireOk(await employee.get(preview(span))).body.data.refusals));
  expect(refusals).toContainEqual({ field: "start_date", message: "field.yearsAhead?years=5" });
  expect(ms).toBeLessThan(500);
  expect((await ask(span)).body.errors).toMatchObject({ start_date: expect.anything() });
  const soon = { ...span, start_date: `${nextYear}-06-01`, end_date: `${nextYear}-06-04` };
  const { data } = requireOk(await employee.get(preview(soon))).body;
  expect(data.refusals).not.toContainEqual({ field: "start_date", message: "leave.tooEarly" });
});
