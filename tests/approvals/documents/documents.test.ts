import { UserEntity } from "../../../server/people/people/user.entity";
import {
  requestFamilies,
  type RequestFamily,
  requestFamilyDefinitions,
} from "../../../shared/approvals/approvals/families";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { loadFamilyTests } from "../approvals/family-tests";

/** Rules for the documents of every family, which `defineDocument` implements once. */
const server = testServer();

async function documentFixture(family: RequestFamily) {
  const { url, drafts, change = () => ({}) } = await loadFamilyTests(family);
  const world = await server.world();
  const newDraft = await drafts(world);
  const employee = world.api(world.employee);
  const manager = world.api(world.manager);
  const read = async (id: number, api = employee) => requireOk(await api.get(`${url}/${id}`)).body.data;
  return {
    world,
    employee,
    manager,
    readers: [manager, world.api(world.admin)],
    draft: async () => read(await newDraft()),
    async sent() {
      const id = await newDraft();
      return requireOk(await employee.put(`${url}/${id}/send`)).body.data;
    },
    read,
    urlOf: (id: number, verb = "") => `${url}/${id}${verb && `/${verb}`}`,
    /** Body of an update that keeps all values. */
    unchanged: (detail: object, fields: object = {}) => ({ ...change(detail as never), ...fields }),
  };
}

// A booking is made before its approval is requested, so it has no document.
const families = requestFamilies.filter((family) => family !== "booking");

describe.each(families)("documents: %s", (family) => {
  test("a draft is visible to its owner only", async () => {
    const { draft, readers, urlOf, unchanged } = await documentFixture(family);
    const detail = await draft();
    const { id } = detail;
    for (const api of readers)
      for (const refused of [
        await api.get(urlOf(id)),
        await api.put(urlOf(id), unchanged(detail, { draft: true })),
        await api.put(urlOf(id, "send")),
        await api.put(urlOf(id, "cancel")),
        await api.delete(urlOf(id)),
        await api.put(urlOf(id, "approve")),
      ])
        expect([refused.status, refused.body.code]).toEqual([404, "notFound"]);
  });

  test("readers of a returned request can't change, send, cancel or delete it", async () => {
    const { sent, read, manager, readers, urlOf, unchanged } = await documentFixture(family);
    const { id } = await sent();
    // Returned, so that its owner may do all of it.
    const returned = requireOk(await manager.put(urlOf(id, "request-changes"), { note: "Which one?" })).body.data;
    for (const api of readers) {
      if ((await api.get(urlOf(id))).status === 404) continue; // not a reader in this family
      for (const refused of [
        await api.put(urlOf(id), unchanged(returned)),
        await api.put(urlOf(id, "send")),
        await api.delete(urlOf(id)),
        ...(api === manager ? [await api.put(urlOf(id, "cancel"))] : []),
      ])
        expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
    }
    expect(await read(id)).toMatchObject({ version: returned.version, status: "changes_requested" });
  });

  test("without the permission to create, no action that needs it is offered", async () => {
    const { world, draft, sent, read, employee, manager, urlOf, unchanged } = await documentFixture(family);
    const drafted = await draft();
    const { id } = await sent();
    requireOk(await manager.put(urlOf(id, "request-changes"), { note: "Which one?" }));
    expect((await read(id)).can).toMatchObject({ edit: true, cancel: true });
    const { ask } = requestFamilyDefinitions[family].permissions;
    const revoke = "UPDATE role SET permissions = array_remove(permissions, $2) WHERE id = $1";
    await server.owner.query(revoke, [world.roles.employee, ask]);
    for (const detail of [drafted, await read(id)]) {
      for (const refused of [
        await employee.put(urlOf(detail.id), unchanged(detail)),
        await employee.put(urlOf(detail.id, "send")),
        await employee.delete(urlOf(detail.id)),
      ])
        expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
      const { can } = await read(detail.id);
      const needsCreation = ["edit", "send", "change", "delete", "discard"].filter((action) => can[action]);
      expect([needsCreation, can.cancel]).toEqual([[], detail.id === id]);
    }
  });

  test("only requests that were never sent can be deleted, and only sent ones cancelled", async () => {
    const { draft, employee, manager, urlOf, read } = await documentFixture(family);
    const { id } = await draft();
    expect((await employee.put(urlOf(id, "cancel"))).body.code).toBe("request.wrongState");
    requireOk(await employee.put(urlOf(id, "send")));
    expect((await employee.delete(urlOf(id))).body.code).toBe("request.wrongState");
    requireOk(await manager.put(urlOf(id, "request-changes"), { note: "Which one?" }));
    expect((await employee.delete(urlOf(id))).body.code).toBe("request.wrongState");
    requireOk(await employee.put(urlOf(id, "cancel")));
    expect((await read(id)).status).toBe("cancelled");
    for (const verb of ["send", "cancel"])
      expect((await employee.put(urlOf(id, verb))).body.code).toBe("request.wrongState");
  });

  test("a sent request can't be changed or sent again", async () => {
    const { sent, employee, urlOf, unchanged } = await documentFixture(family);
    const detail = await sent();
    for (const refused of [
      await employee.put(urlOf(detail.id), unchanged(detail, { draft: true })),
      await employee.put(urlOf(detail.id), unchanged(detail)),
      await employee.put(urlOf(detail.id, "send")),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, "request.wrongState"]);
  });

  test("a stale version is refused on change, send, decision and cancellation", async () => {
    const { draft, employee, manager, urlOf, unchanged } = await documentFixture(family);
    const { id, version: oldVersion, ...detail } = await draft();
    const { version } = requireOk(await employee.put(urlOf(id), unchanged(detail, { draft: true }))).body.data;
    expect(version).toBe(oldVersion + 1);
    for (const refused of [
      await employee.put(urlOf(id), unchanged(detail, { draft: true, version: oldVersion })),
      await employee.put(urlOf(id, "send"), { version: oldVersion }),
    ])
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: "request.stale", data: { id, status: "draft", version } },
      ]);
    const { status, version: sentVersion } = requireOk(await employee.put(urlOf(id, "send"), { version })).body.data;
    for (const refused of [
      await manager.put(urlOf(id, "approve"), { version }),
      await employee.put(urlOf(id, "cancel"), { version }),
    ])
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: "request.stale", data: { id, status, version: sentVersion } },
      ]);
    requireOk(await employee.put(urlOf(id, "cancel"), { version: sentVersion }));
  });

  test("decisions are refused for strangers, other tenants and the requester", async () => {
    const { world, sent, employee, manager, urlOf } = await documentFixture(family);
    const { id } = await sent();
    const elsewhere = await server.world();
    expect((await world.api().put(urlOf(id, "approve"))).status).toBe(401);
    const colleague = world.api(await world.person("employee"));
    for (const api of [colleague, elsewhere.api(elsewhere.admin)])
      expect((await api.put(urlOf(id, "approve"))).status).toBe(404);
    expect((await employee.put(urlOf(id, "approve"))).body.code).toBe("request.own");
    expect(Object.keys((await manager.put(urlOf(id, "reject"), {})).body.errors)).toEqual(["reason"]);
    expect(Object.keys((await manager.put(urlOf(id, "request-changes"), {})).body.errors)).toEqual(["note"]);
    requireOk(await manager.put(urlOf(id, "approve")));
    expect((await manager.put(urlOf(id, "reject"), { reason: "No" })).body.code).toBe("request.decided");
  });

  test("an approver who became external no longer sees the request", async () => {
    const { world, sent, manager } = await documentFixture(family);
    const { id } = await sent();
    requireOk(await manager.get(`/approvals/request/${id}`));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { external: true }));
    expect((await manager.get(`/approvals/request/${id}`)).body.code).toBe("notFound");
  });

  test("saving and deleting a draft emits events to its owner only", async () => {
    const { world, draft, employee, urlOf, unchanged } = await documentFixture(family);
    const mark = server.published.length;
    const { id, ...detail } = await draft();
    requireOk(await employee.put(urlOf(id), unchanged(detail, { draft: true })));
    requireOk(await employee.delete(urlOf(id)));
    const events = world.events(mark).map(({ stream, event }) => [stream, event.data as object]);
    const owner = `user:${world.employee.id}`;
    expect(events).toMatchObject([
      [owner, { id, version: 1 }],
      [owner, { id, version: 2 }],
      [owner, { id }],
    ]);
    expect((await employee.get(urlOf(id))).status).toBe(404);
  });

  test("twenty-five concurrent decisions record exactly one", async () => {
    const { world, sent, manager, read, urlOf } = await documentFixture(family);
    const { id, version } = await sent();
    const deputy = await world.person("manager");
    requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
    const approvers = [manager, world.api(deputy)] as const;
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        (approvers[at % 2] as typeof manager).put(urlOf(id, at % 3 ? "approve" : "reject"), { version, reason: "No" }),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 24 }, () => 409)]);
    const { steps } = await read(id);
    expect(steps.filter(({ decided_by }: { decided_by: unknown }) => decided_by)).toHaveLength(1);
  });
});
