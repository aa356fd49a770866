import { findOrCreateAccount } from "../../../server/people/people/newcomer.service";
import { randomFrom } from "../../../server/platform/demo/demo.random";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { Problem } from "../../../shared/kernel/problems";
import { runsAll } from "../../run-size";
import { type DirectoryClient, withDirectory } from "../../administration/scim/directory";
import type { Answer } from "../../support/api";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();
const most = 5;

let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
  const { manager, finance, external } = world;
  const inactiveIds = [manager, finance, external].map(({ id }) => id);
  await server.owner.query("UPDATE app_user SET active = false WHERE id = ANY($1)", [inactiveIds]);
  await world.change({ plan: "free" });
});

const present = async () => {
  const [row] = await server.owner.query<{ count: number }[]>(
    "SELECT count(*)::int AS count FROM app_user WHERE tenant_id = $1 AND active",
    [world.tenantId],
  );
  return row?.count as number;
};

type Outcome = "done" | "full" | "no";
interface Command {
  name: string;
  takes: number;
  run: () => Promise<Outcome>;
}

const outcomeOf = ({ status, body }: Pick<Answer, "status" | "body">): Outcome => {
  if (status < 300) return "done";
  const full = status === 403 && (body.code === "plan_limit_reached" || /plan/i.test(body.detail));
  if (!full && ![404, 409, 422].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`);
  return full ? "full" : "no";
};

/** Random commands on the users chosen by `next`; they never change the administrator and HR. */
function commands(next: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const hr = world.api(world.hr);
  let count = 0;
  const mail = () => `p${++count}@${world.host}`;
  /** Leavers can only be rehired, and other inactive users can also be activated. */
  const whoIs = (state: "active" | "inactive" | "off") =>
    world.tx((tx) =>
      tx.rows<{ id: number }>(
        unnamedSql(
          `SELECT id FROM app_user WHERE active = $1 AND NOT external AND id <> ALL($2) AND NOT ($3 AND left_on IS NOT NULL)
           ORDER BY id`,
        ),
        [state === "active", [world.admin.id, world.hr.id], state === "off"],
      ),
    );
  const role_id = world.roles.employee;
  const create = (overrides: object = {}) =>
    hr.post("/user", { fullname: "Nina", email: mail(), role_id, ...overrides });
  const onSome =
    (state: "active" | "inactive" | "off", work: (id: number) => Promise<Pick<Answer, "status" | "body">>) =>
    async () => {
      const some = await whoIs(state);
      return some.length === 0 ? ("no" as const) : outcomeOf(await work(pick(some).id));
    };
  const yesterday = unnamedSql("SELECT (tenant_today() - 1)::text AS day, tenant_today()::text AS today");
  const days = async () => (await world.tx((tx) => tx.one<{ day: string; today: string }>(yesterday))) as never;
  const switchTo = (active: boolean) => (id: number) =>
    directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: active });
  const imported = async (rowCount: number) => {
    const rows = Array.from({ length: rowCount }, () => `${mail()},Nina`);
    const content = Buffer.from(["E-mail,Name", ...rows].join("\r\n"));
    const fields = [
      { name: "file", value: content, filename: "people.csv" },
      { name: "columns", value: "email,fullname" },
      { name: "role_id", value: String(role_id) },
    ];
    return outcomeOf(await hr.send({ method: "POST", url: "/user/import", ...multipart(fields) }));
  };
  const signedOn = async (): Promise<Outcome> => {
    const who = { email: mail(), fullname: "Sven", roleId: role_id, isRoleExplicit: false, passwordHash: "x" };
    try {
      await world.tx((tx) => findOrCreateAccount(tx, who));
      return "done";
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "plan_limit_reached") throw error;
      return "full";
    }
  };
  const scim = (active: boolean) => {
    const userName = mail();
    return directory.create({ userName, emails: [{ value: userName }], displayName: "Sven", active });
  };
  const password = "Quiet7Harbour";
  const left = async (id: number) => {
    const { day: last_day } = (await days()) as { day: string };
    return hr.post(`/user/${id}/leaving`, { type: "resignation", last_day, successor_id: world.hr.id });
  };
  const back = async (id: number) => {
    const { today: date_of_joining } = (await days()) as { today: string };
    return hr.post(`/user/${id}/rehire`, { date_of_joining });
  };
  const bulk = (id: number) => hr.post("/user/bulk", { ids: [id], active: true });
  const inBulk = async (id: number) => {
    const { body } = await bulk(id);
    const [one] = body.data as { status: number; code: string | null }[];
    return { status: one?.status as number, body: one as never };
  };
  const all: readonly [weight: number, command: Command][] = [
    [4, { name: "invite", takes: 1, run: async () => outcomeOf(await create()) }],
    [
      2,
      {
        name: "create",
        takes: 1,
        run: async () => outcomeOf(await create({ password, password_confirmation: password })),
      },
    ],
    [1, { name: "create inactive", takes: 0, run: async () => outcomeOf(await create({ active: false })) }],
    [2, { name: "import", takes: 2, run: () => imported(2) }],
    [2, { name: "import one", takes: 1, run: () => imported(1) }],
    [2, { name: "directory creates", takes: 1, run: async () => outcomeOf(await scim(true)) }],
    [1, { name: "directory creates inactive", takes: 0, run: async () => outcomeOf(await scim(false)) }],
    [2, { name: "sign on", takes: 1, run: signedOn }],
    [3, { name: "activate", takes: 1, run: onSome("off", (id) => hr.patch(`/user/${id}/status`)) }],
    [2, { name: "activate in bulk", takes: 1, run: onSome("off", inBulk) }],
    [2, { name: "save as active", takes: 1, run: onSome("off", (id) => hr.post(`/user/${id}`, { active: true })) }],
    [2, { name: "directory activates", takes: 1, run: onSome("off", switchTo(true)) }],
    [4, { name: "rehire", takes: 1, run: onSome("inactive", back) }],
    [4, { name: "resign", takes: -1, run: onSome("active", left) }],
    [3, { name: "deactivate", takes: -1, run: onSome("active", (id) => hr.patch(`/user/${id}/status`)) }],
    [2, { name: "directory deactivates", takes: -1, run: onSome("active", switchTo(false)) }],
    [
      1,
      { name: "directory deletes", takes: -1, run: onSome("active", (id) => directory.call("DELETE", `/Users/${id}`)) },
    ],
  ];
  const drawn = all.flatMap(([weight, command]) => Array.from({ length: weight }, () => command));
  const taking = drawn.filter(({ takes }) => takes > 0);
  return { nextCommand: () => pick(drawn), nextSeatCommand: () => pick(taking), each: [...new Set(taking)] };
}

async function full(next: () => number) {
  const { each } = commands(next);
  const leaverIds = [world.finance.id, world.manager.id];
  for (let at = await present(); at < most; at++) await world.person("employee");
  await server.owner.query("UPDATE app_user SET left_on = current_date - 3 WHERE id = ANY($1)", [leaverIds]);
  return each;
}

test("every way to add a user is refused on a full plan and allowed with free seats", async () => {
  const each = await full(randomFrom(1).next);
  for (const { name, takes, run } of each) {
    expect([name, await run(), await present()]).toEqual([name, "full", most]);
    await server.owner.query(
      `UPDATE app_user SET active = false WHERE id IN (SELECT id FROM app_user WHERE tenant_id = $1 AND active
         AND role_id = $2 AND NOT external ORDER BY id DESC LIMIT $3)`,
      [world.tenantId, world.roles.employee, takes],
    );
    if (takes > 1) {
      await world.person("employee");
      expect([name, await run(), await present()]).toEqual([name, "full", most - 1]);
      await server.owner.query(
        "UPDATE app_user SET active = false WHERE id = (SELECT max(id) FROM app_user WHERE tenant_id = $1)",
        [world.tenantId],
      );
    }
    expect([name, await run(), await present()]).toEqual([name, "done", most]);
  }
});

const seeds = runsAll ? [1, 2, 3, 4, 5, 6, 7, 8] : [Number(process.env.SEED ?? 3)];

test.each(seeds)(
  "concurrent commands never exceed the seats (seed %i)",
  async (seed) => {
    const { nextCommand, nextSeatCommand } = commands(randomFrom(seed).next);
    const outcomesByCommand = new Map<string, Set<Outcome>>();
    const note = ({ name }: Command, outcome: Outcome) =>
      outcomesByCommand.set(name, (outcomesByCommand.get(name) ?? new Set()).add(outcome));
    for (let round = 0; round < (runsAll ? 60 : 30); round++) {
      const crowd = [nextSeatCommand(), nextCommand(), nextCommand(), nextSeatCommand()];
      const outcomes = await Promise.all(crowd.map(({ run }) => run()));
      crowd.forEach((command, at) => note(command, outcomes[at] as Outcome));
      expect(await present()).toBeLessThanOrEqual(most);
      // A single command is refused for lack of seats only when too few seats are left.
      const before = await present();
      const alone = nextCommand();
      const outcome = await alone.run();
      note(alone, outcome);
      const room = before + alone.takes <= most;
      expect([alone.name, before, outcome]).toEqual([
        alone.name,
        before,
        outcome === "no" ? "no" : room ? "done" : "full",
      ]);
      const grown = (await present()) - before;
      expect([alone.name, grown]).toEqual([alone.name, outcome === "done" ? alone.takes : 0]);
    }
    // Without enough successful and refused commands, the run would prove nothing.
    const kinds = [...outcomesByCommand.values()];
    expect(kinds.filter((found) => found.has("done")).length).toBeGreaterThan(8);
    expect(kinds.filter((found) => found.has("full")).length).toBeGreaterThan(4);
  },
  runsAll ? 300_000 : 60_000,
);
