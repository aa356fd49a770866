import { RoleEntity } from "../../server/roles/role.entity";
import { UserEntity } from "../../server/people/user.entity";
import { whoDecides } from "../../server/approvals/approvals.policy";
import { desertedRequests } from "../../server/approvals/approvals.waiting.service";
import { reroute } from "../../server/approvals/approvals-routing.service";
import { sql } from "../../server/platform/database/unit-of-work";
import type { Permission } from "../../shared/kernel/permissions";
import { office as financeOffice } from "../finance/office";
import { desk, equipment } from "../forms/desk";
import { office, week } from "../leave/office";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();

const without = sql(
  "test.withoutPermission",
  `UPDATE role SET permissions = ARRAY(SELECT unnest(permissions) EXCEPT SELECT unnest($2::text[])) WHERE tenant_id = current_tenant() AND id = $1`,
);
const take = (world: World, role: keyof World["roles"], ...codes: Permission[]) =>
  world.tx((tx) => tx.rows(without, [world.roles[role], codes]));

interface Asked {
  world: World;
  id: number;
  /** Of the request: `approve` and the like are below it. */
  url: string;
  codes: Permission[];
}

/** One request of each family that waits for the manager, and the rights by which it is decided. */
const families: [string, () => Promise<Asked>][] = [
  [
    "leave",
    async () => {
      const { world, ask } = await office(await server.world());
      const { id } = ok(await ask(week(1))).body.data;
      return {
        world,
        id,
        url: `/leave/leave-request/${id}`,
        codes: ["leave-request-approve", "leave-request-hr-approve"],
      };
    },
  ],
  [
    "finance",
    async () => {
      const { world, ask } = await financeOffice(await server.world());
      const { id } = ok(await ask()).body.data;
      return { world, id, url: `/finance/finance-request/${id}`, codes: ["payment-approve"] };
    },
  ],
  [
    "form",
    async () => {
      const { world, publish, fill } = await desk(await server.world());
      const form = await publish(equipment);
      const { id } = ok(await fill(form, { answers: { f1: "c2" } })).body.data;
      return { world, id, url: `/vas/vas-request/${id}`, codes: ["vas-request-approve"] };
    },
  ],
];

/** Every place that says whom a request waits for. */
async function places({ world, id, url }: Asked, as: Api, person: { id: number }) {
  const inbox = ok(await as.get("/approvals/inbox")).body.data as { request: { id: number } }[];
  return {
    inbox: inbox.some(({ request }) => request.id === id),
    count: ok(await as.get("/approvals/count")).body.data.waiting,
    can: ok(await as.get(url)).body.data.can.approve,
    asked: (await world.tx((tx) => whoDecides(tx, id))).includes(person.id),
  };
}

describe.each(families)("the right to approve: %s", (_, make) => {
  test("whoever has lost it decides no more, nor does whoever decides in their name, and nobody is told that they do", async () => {
    const asked = await make();
    const { world, id, url } = asked;
    const manager = world.api(world.manager);
    const deputy = await world.person("employee");
    ok(await manager.post("/delegation", { delegatee_id: deputy.id }));
    const as = world.api(deputy);
    const yes = { inbox: true, count: 1, can: true, asked: true };
    expect(await places(asked, manager, world.manager)).toEqual(yes);
    expect(await places(asked, as, deputy)).toEqual(yes);

    await take(world, "manager", ...asked.codes);
    const no = { inbox: false, count: 0, can: false, asked: false };
    expect(await places(asked, manager, world.manager)).toEqual(no);
    expect(await places(asked, as, deputy)).toEqual(no);
    for (const verb of ["approve", "reject", "request-changes"]) {
      for (const who of [manager, as]) {
        const answer = await who.put(`${url}/${verb}`, { reason: "No", note: "Why?" });
        expect([verb, answer.status, answer.body.code]).toEqual([verb, 403, "permission.denied"]);
      }
    }
    const bulk = ok(await manager.post("/approvals/approve", { requests: [{ id }] })).body.data;
    expect(bulk).toMatchObject([{ done: false, status: 403 }]);
    expect(ok(await manager.get(url)).body.data.steps[0].state).toBe("now");
  });

  test("what waits for somebody without it goes upward, and says why", async () => {
    const asked = await make();
    const { world, id, url } = asked;
    const boss = await world.person("administrator", { fullname: "Bea Boss" });
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { parentId: boss.id }));
    expect(await world.tx((tx) => desertedRequests(tx))).toEqual([]);
    await take(world, "manager", ...asked.codes);
    expect(await world.tx((tx) => desertedRequests(tx))).toEqual([id]);
    expect(await world.tx((tx) => reroute(tx, id, new Date()))).toBe(true);
    const step = ok(await world.api(boss).get(url)).body.data.steps[0];
    expect(step).toMatchObject({ approver: { id: boss.id }, instead_of: { id: world.manager.id }, route: "no_right" });
    ok(await world.api(boss).put(`${url}/approve`));
  });
});

test("who may not approve isn't asked in the first place, as the dry run says; nor is a role that may not", async () => {
  const { world, type, employee, ask } = await office(await server.world());
  const boss = await world.person("administrator");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { parentId: boss.id }));
  await take(world, "manager", "leave-request-approve");
  const { data } = ok(await employee.post("/approvals/dry-run", { family: "leave", type: String(type) })).body;
  const expected = { route: "no_right", approver: { id: boss.id }, instead_of: { id: world.manager.id } };
  expect(data.steps).toMatchObject([expected]);
  expect(ok(await ask(week(1))).body.data.steps).toMatchObject([expected]);

  const steps = [{ by: "role", role_id: world.roles.employee }];
  const tried = ok(
    await world.api(world.admin).post("/approvals/dry-run", { family: "leave", type: String(type), steps }),
  );
  expect(tried.body.data.steps).toMatchObject([{ route: "administrators", role: { code: "administrator" } }]);
});

test("a right that a role gains counts at once", async () => {
  const { world, employee, ask, people } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  await take(world, "manager", "leave-request-approve");
  expect((await world.api(world.manager).put(`/leave/leave-request/${id}/approve`)).status).toBe(403);
  const role = await world.tx((tx) => tx.repo(RoleEntity).findOne({ id: world.roles.manager }));
  const permissions = [...(role?.permissions ?? []), "leave-request-hr-approve" as const];
  await world.tx((tx) => tx.repo(RoleEntity).update({ id: world.roles.manager }, { permissions }));
  ok(await world.api(world.manager).put(`/leave/leave-request/${id}/approve`));
  expect(ok(await employee.get(`/leave/leave-request/${id}`)).body.data.steps[0].decided_by.id).toBe(people.manager.id);
});
