import type { Permission } from "../../../shared/kernel/access";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { currentDeciders } from "../../../server/approvals/approvals/approvals.policy";
import { requestsWithoutAvailableApprover } from "../../../server/approvals/approvals/approvals.waiting.service";
import { rerouteRequest } from "../../../server/approvals/approvals/approvals-routing.service";
import { sql } from "../../../server/platform/database/unit-of-work";
import { financeFixture as financeOffice } from "../../requests/finance/fixtures";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const updatePermissions = sql(
  "test.withoutPermission",
  `UPDATE role SET permissions = ARRAY(SELECT unnest(permissions) EXCEPT SELECT unnest($2::text[])) WHERE tenant_id = current_tenant() AND id = $1`,
);
const revokePermissions = (world: World, role: keyof World["roles"], ...codes: Permission[]) =>
  world.tx((tx) => tx.rows(updatePermissions, [world.roles[role], codes]));

interface WaitingRequest {
  world: World;
  id: number;
  url: string;
  codes: Permission[];
}

/** One request per request family that waits for the manager, and the permissions to decide it. */
const families: [string, () => Promise<WaitingRequest>][] = [
  [
    "leave",
    async () => {
      const { world, ask } = await leaveFixture(await server.world());
      const { id } = requireOk(await ask(workingWeek(1))).body.data;
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
      const { id } = requireOk(await ask()).body.data;
      return { world, id, url: `/finance/finance-request/${id}`, codes: ["payment-approve"] };
    },
  ],
  [
    "form",
    async () => {
      const { world, publish, fill } = await formsFixture(await server.world());
      const form = await publish(equipmentForm);
      const { id } = requireOk(await fill(form, { answers: { f1: "c2" } })).body.data;
      return { world, id, url: `/vas/vas-request/${id}`, codes: ["vas-request-approve"] };
    },
  ],
];

async function waitingPlaces({ world, id, url }: WaitingRequest, as: Api, person: { id: number }) {
  const inbox = requireOk(await as.get("/approvals/inbox")).body.data as { request: { id: number } }[];
  return {
    inbox: inbox.some(({ request }) => request.id === id),
    count: requireOk(await as.get("/approvals/count")).body.data.waiting,
    can: requireOk(await as.get(url)).body.data.can.approve,
    asked: (await world.tx((tx) => currentDeciders(tx, id))).includes(person.id),
  };
}

describe.each(families)("permission to approve: %s", (_, make) => {
  test("approvers without the permission and their delegates can't decide", async () => {
    const request = await make();
    const { world, id, url } = request;
    const manager = world.api(world.manager);
    const deputy = await world.person("employee");
    requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
    const as = world.api(deputy);
    const yes = { inbox: true, count: 1, can: true, asked: true };
    expect(await waitingPlaces(request, manager, world.manager)).toEqual(yes);
    expect(await waitingPlaces(request, as, deputy)).toEqual(yes);

    await revokePermissions(world, "manager", ...request.codes);
    const no = { inbox: false, count: 0, can: false, asked: false };
    expect(await waitingPlaces(request, manager, world.manager)).toEqual(no);
    expect(await waitingPlaces(request, as, deputy)).toEqual(no);
    for (const verb of ["approve", "reject", "request-changes"]) {
      for (const who of [manager, as]) {
        const answer = await who.put(`${url}/${verb}`, { reason: "No", note: "Why?" });
        expect([verb, answer.status, answer.body.code]).toEqual([verb, 403, "permission.denied"]);
      }
    }
    const bulk = requireOk(await manager.post("/approvals/approve", { requests: [{ id }] })).body.data;
    expect(bulk).toMatchObject([{ done: false, status: 403 }]);
    expect(requireOk(await manager.get(url)).body.data.steps[0].state).toBe("now");
  });

  test("a request waiting for a user who lost the permission goes to the superior", async () => {
    const request = await make();
    const { world, id, url } = request;
    const boss = await world.person("administrator", { fullname: "Bea Boss" });
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: boss.id }));
    expect(await world.tx((tx) => requestsWithoutAvailableApprover(tx))).toEqual([]);
    await revokePermissions(world, "manager", ...request.codes);
    expect(await world.tx((tx) => requestsWithoutAvailableApprover(tx))).toEqual([id]);
    expect(await world.tx((tx) => rerouteRequest(tx, id, new Date()))).toBe(true);
    const step = requireOk(await world.api(boss).get(url)).body.data.steps[0];
    expect(step).toMatchObject({ approver: { id: boss.id }, instead_of: { id: world.manager.id }, route: "no_right" });
    requireOk(await world.api(boss).put(`${url}/approve`));
  });
});

test("approvers and roles without the permission are skipped, as in the dry run", async () => {
  const { world, type, employee, ask } = await leaveFixture(await server.world());
  const boss = await world.person("administrator");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: boss.id }));
  await revokePermissions(world, "manager", "leave-request-approve");
  const { data } = requireOk(await employee.post("/approvals/dry-run", { family: "leave", type: String(type) })).body;
  const expected = { route: "no_right", approver: { id: boss.id }, instead_of: { id: world.manager.id } };
  expect(data.steps).toMatchObject([expected]);
  expect(requireOk(await ask(workingWeek(1))).body.data.steps).toMatchObject([expected]);

  const steps = [{ by: "role", role_id: world.roles.employee }];
  const tried = requireOk(
    await world.api(world.admin).post("/approvals/dry-run", { family: "leave", type: String(type), steps }),
  );
  expect(tried.body.data.steps).toMatchObject([{ route: "administrators", role: { code: "administrator" } }]);
});

test("a permission added to a role applies immediately", async () => {
  const { world, employee, ask, people } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await revokePermissions(world, "manager", "leave-request-approve");
  expect((await world.api(world.manager).put(`/leave/leave-request/${id}/approve`)).status).toBe(403);
  const role = await world.tx((tx) => tx.repo(RoleEntity).findOne({ id: world.roles.manager }));
  const permissions = [...(role?.permissions ?? []), "leave-request-hr-approve" as const];
  await world.tx((tx) => tx.repo(RoleEntity).update({ id: world.roles.manager }, { permissions }));
  requireOk(await world.api(world.manager).put(`/leave/leave-request/${id}/approve`));
  expect(requireOk(await employee.get(`/leave/leave-request/${id}`)).body.data.steps[0].decided_by.id).toBe(
    people.manager.id,
  );
});
