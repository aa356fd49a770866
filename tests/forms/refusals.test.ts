import { UserEntity } from "../../server/people/user.entity";
import { limits } from "../../shared/forms/forms.schema";
import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { type Desk, desk, equipment, field } from "./desk";

/** Guards that stand behind others: each is met by somebody whom all before it let through. */
const server = testServer();
const url = (id: number, verb = "") => `/vas/vas-request/${id}${verb && `/${verb}`}`;
const template = (id: number, verb = "") => `/vas/vas-template/${id}${verb && `/${verb}`}`;
const laptop = { f1: "c1", f2: "The old one is broken" };

const upload = (it: Desk, id: number, as = it.employee) => {
  const { payload, headers } = multipart([
    { name: "field", value: "f4" },
    { name: "file", filename: "offer.png", value: png() },
  ]);
  return as.post(url(id, "file"), payload, { headers });
};

describe("a request is its owner's", () => {
  test("whoever else sees it, and may decide it, changes, sends, cancels and deletes nothing of it", async () => {
    const it = await desk(await server.world());
    const form = await it.publish(equipment);
    const { id } = ok(await it.fill(form, { draft: true, answers: laptop })).body.data;
    const { files } = ok(await upload(it, id)).body.data;
    ok(await it.employee.put(url(id, "send")));
    ok(await it.manager.put(url(id, "request-changes"), { note: "Which one?" })); // so that its owner could do all this
    for (const api of [it.manager, it.hr]) {
      ok(await api.get(url(id)));
      for (const refused of [
        await api.put(url(id), { answers: { f1: "c2" } }),
        await api.put(url(id, "send")),
        await api.put(url(id, "cancel")),
        await api.delete(url(id)),
        await upload(it, id, api),
        await api.delete(url(id, `file/${files[0].id}`)),
      ])
        expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
    }
    const { data } = ok(await it.employee.get(url(id))).body;
    expect(data).toMatchObject({ status: "changes_requested", answers: laptop, files });
  });

  test("what is no draft isn't thrown away, and a draft isn't cancelled", async () => {
    const it = await desk(await server.world());
    const form = await it.publish(equipment);
    const { id } = ok(await it.fill(form, { draft: true, answers: laptop })).body.data;
    expect((await it.employee.put(url(id, "cancel"))).body.code).toBe("request.wrongState");
    expect(ok(await it.employee.get(url(id))).body.data.status).toBe("draft");
    ok(await it.employee.put(url(id, "send")));
    ok(await it.manager.put(url(id, "request-changes"), { note: "Which one?" }));
    expect((await it.employee.delete(url(id))).body.code).toBe("request.wrongState");
    ok(await it.employee.get(url(id)));
  });

  test("a draft of a form that isn't offered to one any more can't be sent", async () => {
    const it = await desk(await server.world());
    const form = await it.publish(equipment);
    const { id, version } = ok(await it.fill(form, { draft: true, answers: laptop })).body.data;
    ok(await it.hr.put(template(form, "offer"), { active: false }));
    const sent = await it.employee.put(url(id, "send"));
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ["form_id"]]);
    const saved = await it.employee.put(url(id), { answers: laptop, version });
    expect([saved.status, Object.keys(saved.body.errors)]).toEqual([422, ["form_id"]]);
    expect(ok(await it.employee.get(url(id))).body.data).toMatchObject({ status: "draft", version });
  });
});

test("an approver who is from outside by now doesn't see what waits for them", async () => {
  const it = await desk(await server.world());
  const { id } = ok(await it.fill(await it.publish(equipment), { answers: laptop })).body.data;
  ok(await it.manager.get(`/approvals/request/${id}`));
  await it.world.tx((tx) => tx.repo(UserEntity).update({ id: it.world.manager.id }, { external: true }));
  expect((await it.manager.get(`/approvals/request/${id}`)).body.code).toBe("notFound");
});

describe("files of a request", () => {
  test("one more than a field takes is refused", async () => {
    const it = await desk(await server.world());
    const form = await it.publish(equipment);
    const { id } = ok(await it.fill(form, { draft: true })).body.data;
    for (let n = 0; n < limits.files; n++) ok(await upload(it, id));
    const more = await upload(it, id);
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ["file"]]);
    expect(ok(await it.employee.get(url(id))).body.data.files).toHaveLength(limits.files);
  });

  test("of another request of one's own aren't deleted through this one", async () => {
    const it = await desk(await server.world());
    const form = await it.publish(equipment);
    const draft = async () => ok(await it.fill(form, { draft: true })).body.data.id as number;
    const [here, there] = [await draft(), await draft()];
    const { files } = ok(await upload(it, there)).body.data;
    expect((await it.employee.delete(url(here, `file/${files[0].id}`))).body.code).toBe("notFound");
    expect(ok(await it.employee.get(url(there))).body.data.files).toEqual(files);
  });
});

describe("a form", () => {
  test("isn't changed by who may only fill it in", async () => {
    const it = await desk(await server.world());
    const form = await it.publish(equipment);
    ok(await it.hr.put(template(form), { definition: { ...equipment, title: "Hardware" } }));
    for (const refused of [
      await it.employee.put(template(form, "discard")),
      await it.employee.put(template(form, "offer"), { active: false }),
      await it.employee.post(template(form, "duplicate"), { title: "Mine" }),
      await it.employee.delete(template(form)),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
    expect(ok(await it.hr.get(template(form))).body.data).toMatchObject({ draft: 2, active: true });
  });

  test("has no draft to drop where nothing was changed, or where nothing would be left", async () => {
    const it = await desk(await server.world());
    const published = await it.publish(equipment);
    expect((await it.hr.put(template(published, "discard"))).body.code).toBe("request.wrongState");
    const { id } = ok(await it.hr.post("/vas/vas-template", { title: "New" })).body.data;
    expect((await it.hr.put(template(id, "discard"))).body.code).toBe("request.wrongState");
    expect(ok(await it.hr.get(template(id))).body.data).toMatchObject({ draft: 1, published: null });
  });

  test("isn't published for a department or a role that isn't there, with the place named", async () => {
    const it = await desk(await server.world());
    const { id } = ok(await it.hr.post("/vas/vas-template", { title: "New" })).body.data;
    const elsewhere = await server.world();
    const steps = [{ id: "s1", by: "role" as const, role_id: elsewhere.roles.hr, only_if: [] }];
    const audience = { everyone: false, role_ids: [], department_ids: [999_999_999] };
    const definition = { ...equipment, fields: [field("text", "f1")], steps, audience };
    ok(await it.hr.put(template(id), { definition }));
    const refused = await it.hr.put(template(id, "publish"));
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ["audience", "steps.0.role_id"]]);
  });
});
