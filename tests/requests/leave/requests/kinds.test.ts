import { constraintOf } from "../../../../server/platform/database/constraints";
import { type Tx, unnamedSql } from "../../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import { leaveFixture } from "../fixtures";

/** Guarantees of the database for leave, changes of leave and credits, whatever the product writes. */
const server = testServer();

interface NewRequest {
  kind?: "leave" | "change" | "credit";
  day?: number;
  live?: boolean;
  time?: readonly [start: string | null, end: string | null, minutes: number | null];
}

const afternoon = ["13:00", "15:00", 120] as const;

async function kindsFixture() {
  const { world, people, type } = await leaveFixture(await server.world());
  const userId = people.employee.id;
  const write = (tx: Tx, text: string, values: readonly unknown[] = []) =>
    tx.rows<{ id: number }>(unnamedSql(text), [...values]);
  const update = (tx: Tx, id: number, change: string) =>
    write(tx, `UPDATE ${change} WHERE tenant_id = current_tenant() AND id = $1`, [id]);
  const request = async (
    tx: Tx,
    { kind = "leave", day = 1, live = false, time = [null, null, null] }: NewRequest = {},
  ) => {
    const [row] = await write(
      tx,
      `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type)
         VALUES (current_tenant(), 'leave', $1, $2::bigint::text) RETURNING id)
       INSERT INTO leave_request (id, tenant_id, kind, user_id, leave_type_id, start_date, end_date, from_noon, days, live,
         start_time, end_time, part_minutes)
       SELECT id, current_tenant(), $3, $1, $2, make_date(2030, 6, $4), make_date(2030, 6, $4), $6::time IS NOT NULL, 1, $5,
         $6::time, $7::time, $8::smallint
       FROM r RETURNING id`,
      [userId, type, kind, day, live, ...time],
    );
    return Number(row?.id);
  };
  const leave = (tx: Tx, day = 1) => request(tx, { day, live: true });
  const change = async (tx: Tx, leaveId: number, day: number, proposed = true) => {
    const id = await request(tx, { kind: "change", day });
    const row = [id, userId, leaveId, proposed];
    await write(
      tx,
      "INSERT INTO leave_change (id, tenant_id, user_id, leave_id, proposed) VALUES ($1, current_tenant(), $2, $3, $4)",
      row,
    );
    return id;
  };
  const credit = async (
    tx: Tx,
    { claimed = true, pause = 30, time = afternoon, day = 1 }: NewRequest & { claimed?: boolean; pause?: number } = {},
  ) => {
    const id = await request(tx, { kind: "credit", day, time });
    const row = [id, userId, pause, claimed];
    await write(
      tx,
      "INSERT INTO leave_credit (id, tenant_id, user_id, break_minutes, claimed) VALUES ($1, current_tenant(), $2, $3, $4)",
      row,
    );
    return id;
  };
  /** Returns the constraint that prevents the work; null if there is none. Nothing is stored. */
  const violated = (work: (tx: Tx) => Promise<unknown>) =>
    world
      .tx(async (tx) => {
        await work(tx);
        await write(tx, "SET CONSTRAINTS ALL IMMEDIATE");
        throw new Error("possible");
      })
      .catch((error: Error) => (error.message === "possible" ? null : (constraintOf(error) ?? error.message)));
  return { world, write, update, request, leave, change, credit, violated };
}

test("a change is never live and never of itself, and a leave has one proposed change", async () => {
  const { leave, change, update, violated } = await kindsFixture();
  const live = async (tx: Tx) => update(tx, await change(tx, await leave(tx), 5), "leave_request SET live = true");
  expect(await violated(live)).toBe("leave_request_live");
  const ofItself = async (tx: Tx) => update(tx, await change(tx, await leave(tx), 5), "leave_change SET leave_id = id");
  expect(await violated(ofItself)).toBe("leave_changes_another");
  const twice = (proposed: boolean) => async (tx: Tx) => {
    const id = await leave(tx);
    await change(tx, id, 5, proposed);
    await change(tx, id, 9);
  };
  expect(await violated(twice(true))).toBe("leave_one_change");
  expect(await violated(twice(false))).toBeNull();
});

test("a proposed change occupies its days, except those of the leave that it changes", async () => {
  const { leave, change, update, violated } = await kindsFixture();
  expect(await violated(async (tx) => change(tx, await leave(tx, 1), 1))).toBeNull();
  const beside = async (tx: Tx, proposed = true) => {
    const id = await change(tx, await leave(tx, 1), 5, proposed);
    return { id, other: await leave(tx, 9) };
  };
  expect(await violated(async (tx) => change(tx, (await beside(tx)).other, 1))).toBe("leave_change_apart");
  expect(await violated((tx) => beside(tx).then(() => leave(tx, 5)))).toBe("leave_change_apart");
  expect(await violated((tx) => beside(tx, false).then(() => leave(tx, 5)))).toBeNull();
  const onOther = "leave_request SET start_date = '2030-06-09', end_date = '2030-06-09'";
  expect(await violated(async (tx) => update(tx, (await beside(tx)).id, onOther))).toBe("leave_change_apart");
  const proposedLater = async (tx: Tx) => {
    const { id } = await beside(tx, false);
    await update(tx, id, onOther);
    await update(tx, id, "leave_change SET proposed = true");
  };
  expect(await violated(proposedLater)).toBe("leave_change_apart");
  // The column that the constraint compares can't be set to a different value.
  const unreserved = async (tx: Tx) => {
    await update(tx, (await beside(tx)).id, "leave_request SET reserved_for = NULL");
    await leave(tx, 5);
  };
  expect(await violated(unreserved)).toBe("leave_change_apart");
  expect(await violated((tx) => leave(tx).then(() => leave(tx)))).toMatch(/^leave_(never_twice|change_apart)$/);
});

test("worked time is credited once and isn't leave", async () => {
  const { leave, credit, update, violated } = await kindsFixture();
  const twice = async (tx: Tx, claimed: boolean, day = 1) => {
    const id = await credit(tx, { claimed, day });
    await credit(tx, { time: ["14:00", "16:00", 120] });
    return id;
  };
  expect(await violated((tx) => twice(tx, true))).toBe("leave_credit_once");
  expect(await violated((tx) => twice(tx, false))).toBeNull();
  const claimedLater = async (tx: Tx) => update(tx, await twice(tx, false), "leave_credit SET claimed = true");
  expect(await violated(claimedLater)).toBe("leave_credit_once");
  const moved = async (tx: Tx) =>
    update(tx, await twice(tx, true, 9), "leave_request SET start_date = '2030-06-01', end_date = '2030-06-01'");
  expect(await violated(moved)).toBe("leave_credit_once");
  expect(await violated((tx) => credit(tx).then(() => leave(tx)))).toBeNull();
  const live = async (tx: Tx) => update(tx, await credit(tx), "leave_request SET live = true");
  expect(await violated(live)).toBe("leave_request_live");
});

test("a credit needs time longer than its break, and has both dates or none", async () => {
  const { credit, update, violated } = await kindsFixture();
  const changed = (text: string, claimed = true) =>
    violated(async (tx) => update(tx, await credit(tx, { claimed }), text));
  expect(await violated((tx) => credit(tx, { pause: 120 }))).toBe("leave_request_credit");
  expect(await violated((tx) => credit(tx, { pause: 0, time: [null, null, null] }))).toBe("leave_request_credit");
  expect(await violated((tx) => credit(tx, { pause: -1 }))).toBe("leave_credit_break_minutes_check");
  expect(await changed("leave_credit SET break_minutes = 120")).toBe("leave_request_credit");
  expect(await changed("leave_request SET part_minutes = 30")).toBe("leave_request_credit");
  expect(await changed("leave_request SET part_minutes = 31")).toBeNull();
  expect(await changed("leave_credit SET credited_on = '2030-06-04'")).toBe("leave_credit_dates");
  const both = "leave_credit SET credited_on = '2030-06-04', expires_on = '2030-09-04'";
  expect(await changed(both, false)).toBe("leave_credit_dates");
  expect(await changed(both)).toBeNull();
});

test("time shortened while its break is prolonged stays longer than the break", async () => {
  const { world, credit, update } = await kindsFixture();
  const id = await world.tx((tx) => credit(tx));
  const outcomes = await runSerialized(
    server,
    world,
    (tx) => update(tx, id, "leave_request SET part_minutes = 60"),
    (tx) => update(tx, id, "leave_credit SET break_minutes = 90"),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

test("a change and a credit exist only with the row of their own table", async () => {
  const { request, leave, change, credit, update, write, violated } = await kindsFixture();
  expect(await violated((tx) => request(tx, { kind: "change" }))).toBe("leave_request_change");
  expect(await violated((tx) => request(tx, { kind: "credit", time: afternoon }))).toBe("leave_request_credit");
  const deleted = (table: string, make: (tx: Tx) => Promise<number>) =>
    violated(async (tx) =>
      write(tx, `DELETE FROM ${table} WHERE tenant_id = current_tenant() AND id = $1`, [await make(tx)]),
    );
  const newChange = async (tx: Tx) => change(tx, await leave(tx), 5);
  expect(await deleted("leave_change", newChange)).toBe("leave_request_change");
  expect(await deleted("leave_credit", credit)).toBe("leave_request_credit");
  expect(await deleted("leave_request", newChange)).toBeNull();
  expect(await deleted("leave_request", credit)).toBeNull();
  const ofKind = (make: (tx: Tx) => Promise<number>) =>
    violated(async (tx) => update(tx, await make(tx), "leave_request SET kind = 'leave'"));
  expect(await ofKind(newChange)).toMatch(/^leave_change_/);
  expect(await ofKind(credit)).toMatch(/^leave_credit_/);
});

test("deleting a leave deletes its changes", async () => {
  const { world, leave, change, write } = await kindsFixture();
  const { leaveId, changeId } = await world.tx(async (tx) => {
    const id = await leave(tx);
    return { leaveId: id, changeId: await change(tx, id, 5) };
  });
  await world.tx((tx) =>
    write(tx, "DELETE FROM leave_request WHERE tenant_id = current_tenant() AND id = $1", [leaveId]),
  );
  const rows = await world.tx((tx) =>
    write(
      tx,
      `SELECT id FROM leave_request WHERE tenant_id = current_tenant() AND id = ANY($1)
       UNION ALL SELECT id FROM leave_change WHERE tenant_id = current_tenant()`,
      [[leaveId, changeId]],
    ),
  );
  expect(rows).toEqual([]);
});
