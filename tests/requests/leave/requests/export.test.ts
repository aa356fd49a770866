import type { Permission } from "../../../../shared/kernel/access";
import { RoleEntity } from "../../../../server/administration/roles/role.entity";
import type { Api } from "../../../support/api";
import type { World } from "../../../support/world";
import { csvOfSheet, xlsxOf } from "../../../../server/platform/spreadsheet";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();
const period = `from=${nextYear}-01-01&to=${nextYear}-12-31`;
const requests = `/leave/export/requests?format=csv&${period}`;
const balances = `/leave/export/balances?format=csv&year=${nextYear}`;
const lines = (text: string) => text.replace("\ufeff", "").trim().split("\r\n");

async function withRole(world: World, permissions: Permission[]): Promise<Api> {
  const { id } = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: permissions.join(), permissions }));
  return world.api(await world.person("employee", { roleId: id }));
}

describe("leave export for payroll", () => {
  test("the leave export requires the same permission as the list", async () => {
    const { world } = await leaveFixture(await server.world());
    const narrow = await withRole(world, ["leave-request-hr-approve"]);
    for (const path of ["/leave/leave-request", requests])
      expect([path, (await narrow.get(path)).body.code]).toEqual([path, "permission.denied"]);
    expect(
      (await (await withRole(world, ["leave-request-hr-approve", "leave-request-list"])).get(requests)).status,
    ).toBe(200);
  });

  test("the export is refused without session, plan, permission or a valid period", async () => {
    const { world } = await leaveFixture(await server.world());
    const free = await server.world({ plan: "free" });
    for (const path of [requests, balances]) {
      expect((await world.api().get(path)).status).toBe(401);
      for (const who of [world.employee, world.manager, world.external]) {
        expect((await world.api(who).get(path)).body.code).toBe("permission.denied");
      }
      expect((await free.api(free.hr).get(path)).body.code).toBe("feature_not_in_plan");
      expect((await world.api(world.hr).get(path.replace("csv", "doc"))).body.errors).toHaveProperty("format");
    }
    const fields = async (query: string) =>
      Object.keys((await world.api(world.hr).get(`/leave/export/requests?format=csv&${query}`)).body.errors ?? {});
    expect(await fields("")).toEqual(["from", "to"]);
    expect(await fields(`from=${nextYear}-02-01&to=${nextYear}-01-31`)).toEqual(["to"]);
    expect(await fields("from=1&to=x")).toEqual(["from", "to"]);
  });

  test("each exported request counts only its days within the period", async () => {
    const it = await leaveFixture(await server.world());
    const { world, ask, hr, people } = it;
    await world.tx((tx) =>
      tx.manager.query("UPDATE app_user SET fullname = '=2+3' WHERE id = $1", [people.employee.id]),
    );
    await world.tx((tx) => tx.manager.query("UPDATE leave_type SET name = 'Annual, paid' WHERE id = $1", [it.type]));
    const first = workingWeek(2, 5);
    const leave = requireOk(await ask(first)).body.data;
    requireOk(await ask({ ...workingWeek(8, 2), draft: true }));
    requireOk(await ask(workingWeek(12, 2)));
    const second = workingWeek(2, 2).end_date; // the first two of five days
    const answer = await hr.get(`/leave/export/requests?format=csv&from=${first.start_date}&to=${second}`);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename="leave-${first.start_date}-${second}.csv"`,
    );
    const [head, line, ...rest] = lines(answer.text);
    expect(head).toBe(
      "Person,Department,Leave type,Status,First day,Last day,Days,Days in the period,Recorded by,Unit",
    );
    const state = "Waiting for Mia Manager";
    expect(line).toBe(`'=2+3,,"Annual, paid",${state},${leave.start_date},${leave.end_date},5,2,,days`);
    expect(rest).toEqual([]);
    expect(lines((await hr.get(requests)).text)).toHaveLength(3);
    const granted = await hr.get(`${requests}&status=approved`);
    expect(lines(granted.text)).toHaveLength(1);
    const elsewhere = await server.world();
    expect(lines((await elsewhere.api(elsewhere.hr).get(requests)).text)).toHaveLength(1);
  });

  test("days until the return to work count once, on the last day of the leave", async () => {
    const { world, ask, hr } = await leaveFixture(await server.world());
    const { start_date: monday, end_date: friday } = workingWeek(2);
    const tuesday = workingWeek(2, 2).end_date;
    const { id } = requireOk(await ask(workingWeek(2, 2))).body.data;
    // An employee who works on two days of the week: the organization's three other working days count as well.
    const counted = Object.fromEntries([1, 2, 3, 4, 5].map((days) => [workingWeek(2, days).end_date, 1]));
    await world.tx((tx) =>
      tx.manager.query("UPDATE leave_request SET days = 5, counted = $2 WHERE id = $1", [id, JSON.stringify(counted)]),
    );
    const daysFrom = async (from: string, to: string) => {
      const { text } = await hr.get(`/leave/export/requests?format=csv&from=${from}&to=${to}`);
      return lines(text)
        .slice(1)
        .map((row) => row.split(",").at(-3));
    };
    expect(await daysFrom(monday, friday)).toEqual(["5"]);
    expect(await daysFrom(monday, monday)).toEqual(["1"]);
    expect(await daysFrom(tuesday, tuesday)).toEqual(["4"]);
    expect(await daysFrom(workingWeek(2, 3).end_date, friday)).toEqual([]);
  });

  test("exported balances equal those on screen, with their parts", async () => {
    const it = await leaveFixture(await server.world());
    await it.world.tx((tx) => tx.manager.query("UPDATE leave_type SET name = 'Annual' WHERE id = $1", [it.type]));
    requireOk(await it.ask(workingWeek(2, 3)));
    const answer = await it.hr.get(`${balances}&leave_type_id=${it.type}`);
    const [head, ...rows] = lines(answer.text);
    expect(head).toBe(
      "Person,Department,Leave type,Year,Allowance,Carried over,Adjusted,Taken,Pending,Expired,Future days,Balance,Unit",
    );
    expect(rows).toEqual([`${it.world.employee.fullname},,Annual,${nextYear},0,0,20,0,-3,0,0,17,days`]);
    expect(await it.balance(it.people.employee)).toBe(17);
    const filtered = async (filter: string) =>
      lines((await it.hr.get(`${balances}&leave_type_id=${it.type}&${filter}`)).text).slice(1);
    const name = encodeURIComponent(it.world.employee.fullname);
    expect([await filtered(`q=${name}`), await filtered("q=nobody"), await filtered(`left=true&q=${name}`)]).toEqual([
      rows,
      [],
      [],
    ]);
    await it.world.tx((tx) =>
      tx.manager.query("UPDATE app_user SET active = false, left_on = CURRENT_DATE WHERE id = $1", [
        it.people.employee.id,
      ]),
    );
    expect([await filtered(""), await filtered("left=true")]).toEqual([[], rows]);
    const sheet = await it.hr.get(`/leave/export/balances?format=xlsx&year=${nextYear}`);
    expect(sheet.headers["content-type"]).toContain("spreadsheetml");
  });

  test("a spreadsheet has typed dates and numbers and escapes formulas", async () => {
    const table = {
      name: "Leave",
      titles: ["Person", "First day", "Days"],
      rows: [["=1+1", { day: "2026-12-24" }, 2.5]],
    };
    const plain = csvOfSheet(table, "en");
    expect(lines(plain.toString())).toEqual(["Person,First day,Days", "'=1+1,2026-12-24,2.5"]);
    const [left, right] = [
      await xlsxOf({ sheets: [table], rightToLeft: false }),
      await xlsxOf({ sheets: [table], rightToLeft: true }),
    ];
    expect(Buffer.from(left).subarray(0, 2).toString()).toBe("PK");
    expect(Buffer.from(right).equals(left)).toBe(false);
  });
});
