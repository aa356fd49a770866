import { formLimits } from "../../../shared/requests/forms/forms.schema";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { type FormsFixture, formsFixture, equipmentForm, formField } from "./fixtures";

/** Tests checks that follow other checks: each user here passes all earlier ones. */
const server = testServer();
const url = (id: number, verb = "") => `/vas/vas-request/${id}${verb && `/${verb}`}`;
const template = (id: number, verb = "") => `/vas/vas-template/${id}${verb && `/${verb}`}`;
const laptop = { f1: "c1", f2: "The old one is broken" };

const upload = (it: FormsFixture, id: number, as = it.employee) => {
  const { payload, headers } = multipart([
    { name: "field", value: "f4" },
    { name: "file", filename: "offer.png", value: png() },
  ]);
  return as.post(url(id, "file"), payload, { headers });
};

describe("ownership of form requests", () => {
  test("users other than the owner can't change, send, cancel or delete a request", async () => {
    const it = await formsFixture(await server.world());
    const form = await it.publish(equipmentForm);
    const { id } = requireOk(await it.fill(form, { draft: true, answers: laptop })).body.data;
    const { files } = requireOk(await upload(it, id)).body.data;
    requireOk(await it.employee.put(url(id, "send")));
    requireOk(await it.manager.put(url(id, "request-changes"), { note: "Which one?" })); // so that its owner may change, send and cancel it
    for (const api of [it.manager, it.hr]) {
      requireOk(await api.get(url(id)));
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
    const { data } = requireOk(await it.employee.get(url(id))).body;
    expect(data).toMatchObject({ status: "changes_requested", answers: laptop, files });
  });

  test("a draft of a withdrawn form can't be sent", async () => {
    const it = await formsFixture(await server.world());
    const form = await it.publish(equipmentForm);
    const { id, version } = requireOk(await it.fill(form, { draft: true, answers: laptop })).body.data;
    requireOk(await it.hr.put(template(form, "offer"), { active: false }));
    const sent = await it.employee.put(url(id, "send"));
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ["form_id"]]);
    const saved = await it.employee.put(url(id), { answers: laptop, version });
    expect([saved.status, Object.keys(saved.body.errors)]).toEqual([422, ["form_id"]]);
    expect(requireOk(await it.employee.get(url(id))).body.data).toMatchObject({ status: "draft", version });
  });
});

describe("drafts with answers that can't be stored", () => {
  test("a draft is refused with the error of its field, and stays unchanged", async () => {
    const it = await formsFixture(await server.world());
    const form = await it.publish({ ...equipmentForm, fields: [formField("text", "f1"), formField("number", "f2")] });
    const created = await it.fill(form, { draft: true, answers: { f1: "x".repeat(501) } });
    expect([created.status, Object.keys(created.body.errors)]).toEqual([422, ["answers.f1"]]);
    const { id, version } = requireOk(await it.fill(form, { draft: true, answers: { f1: "Why", f2: "3" } })).body.data;
    const changed = await it.employee.put(url(id), { draft: true, answers: { f1: "Why not", f2: "three" }, version });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ["answers.f2"]]);
    const { data } = requireOk(await it.employee.get(url(id))).body;
    expect(data).toMatchObject({ version, answers: { f1: "Why", f2: "3" } });
  });

  test("an invalid answer is refused where an attached file shows the field", async () => {
    const it = await formsFixture(await server.world());
    const shown_if = [{ field: "f4", op: "filled" as const, value: "" }];
    const fields = [formField("file", "f4"), formField("number", "f5", { shown_if })];
    const form = await it.publish({ ...equipmentForm, fields });
    const { id } = requireOk(await it.fill(form, { draft: true, answers: { f5: "x" } })).body.data; // hidden
    requireOk(await upload(it, id));
    const changed = await it.employee.put(url(id), { draft: true, answers: { f5: "x" } });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ["answers.f5"]]);
  });
});

describe("files of a form request", () => {
  test("a file beyond the field's limit gets 422", async () => {
    const it = await formsFixture(await server.world());
    const form = await it.publish(equipmentForm);
    const { id } = requireOk(await it.fill(form, { draft: true })).body.data;
    for (let n = 0; n < formLimits.files; n++) requireOk(await upload(it, id));
    const response = await upload(it, id);
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ["file"]]);
    expect(requireOk(await it.employee.get(url(id))).body.data.files).toHaveLength(formLimits.files);
  });

  test("a file can't be deleted through another request of the same user", async () => {
    const it = await formsFixture(await server.world());
    const form = await it.publish(equipmentForm);
    const draft = async () => requireOk(await it.fill(form, { draft: true })).body.data.id as number;
    const [firstDraft, secondDraft] = [await draft(), await draft()];
    const { files } = requireOk(await upload(it, secondDraft)).body.data;
    expect((await it.employee.delete(url(firstDraft, `file/${files[0].id}`))).body.code).toBe("notFound");
    expect(requireOk(await it.employee.get(url(secondDraft))).body.data.files).toEqual(files);
  });
});

describe("form endpoints", () => {
  test("users without the permission can't change a form", async () => {
    const it = await formsFixture(await server.world());
    const form = await it.publish(equipmentForm);
    requireOk(await it.hr.put(template(form), { definition: { ...equipmentForm, title: "Hardware" } }));
    for (const refused of [
      await it.employee.put(template(form, "discard")),
      await it.employee.put(template(form, "offer"), { active: false }),
      await it.employee.post(template(form, "duplicate"), { title: "Mine" }),
      await it.employee.delete(template(form)),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
    expect(requireOk(await it.hr.get(template(form))).body.data).toMatchObject({ draft: 2, active: true });
  });

  test("discarding a draft requires unpublished changes and a published version", async () => {
    const it = await formsFixture(await server.world());
    const published = await it.publish(equipmentForm);
    expect((await it.hr.put(template(published, "discard"))).body.code).toBe("request.wrongState");
    const { id } = requireOk(await it.hr.post("/vas/vas-template", { title: "New" })).body.data;
    expect((await it.hr.put(template(id, "discard"))).body.code).toBe("request.wrongState");
    expect(requireOk(await it.hr.get(template(id))).body.data).toMatchObject({ draft: 1, published: null });
  });

  test("publishing with an unknown department or role returns 422 with the field", async () => {
    const it = await formsFixture(await server.world());
    const { id } = requireOk(await it.hr.post("/vas/vas-template", { title: "New" })).body.data;
    const elsewhere = await server.world();
    const steps = [{ id: "s1", by: "role" as const, role_id: elsewhere.roles.hr, only_if: [] }];
    const audience = { everyone: false, role_ids: [], department_ids: [999_999_999] };
    const definition = { ...equipmentForm, fields: [formField("text", "f1")], steps, audience };
    requireOk(await it.hr.put(template(id), { definition }));
    const refused = await it.hr.put(template(id, "publish"));
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ["audience", "steps.0.role_id"]]);
  });
});
