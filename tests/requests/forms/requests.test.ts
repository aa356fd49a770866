import { UserEntity } from "../../../server/people/people/user.entity";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { formsFixture, equipmentForm, formField, sortedIdsOf } from "./fixtures";

const server = testServer();

const url = (id: number, verb = "") => `/vas/vas-request/${id}${verb && `/${verb}`}`;
const laptop = { f1: "c1", f2: "The old one is broken" };

describe("refused form requests", () => {
  test("form requests require sign-in, the permission and access", async () => {
    const { world, fill, publish, employee } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    expect((await fill(form, { answers: laptop }, world.api())).status).toBe(401);
    expect((await fill(form, { answers: laptop }, world.api(world.external))).status).toBe(403);
    const { id } = requireOk(await fill(form, { answers: laptop })).body.data;
    const colleague = world.api(await world.person("employee"));
    const elsewhere = await server.world();
    for (const api of [colleague, elsewhere.api(elsewhere.admin)]) {
      expect((await api.get(url(id))).status).toBe(404);
      expect((await api.put(url(id, "approve"))).status).toBe(404);
      expect((await api.put(url(id), { answers: {} })).status).toBe(404);
      expect((await api.put(url(id, "cancel"))).status).toBe(404);
    }
    expect((await elsewhere.api(elsewhere.admin).post("/vas/vas-request", { form_id: form })).status).toBe(422);
    expect((await employee.put(url(id, "approve"))).body.code).toBe("request.own");
    expect((await world.api(world.hr).put(url(id, "approve"))).status).toBe(403); // sees it, but isn't an approver
    expect((await world.api(world.manager).put(url(id, "cancel"))).status).toBe(403);
  });

  test("invalid answers are returned by field, and hidden fields are ignored", async () => {
    const { fill, publish } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    const errors = async (answers: object) => Object.keys((await fill(form, { answers })).body.errors ?? {});
    expect(await errors({})).toEqual(["answers.f1"]);
    expect(await errors({ f1: "c9" })).toEqual(["answers.f1"]);
    expect(await errors({ f1: "c1" })).toEqual(["answers.f2"]);
    expect(await errors({ f1: "c2", f3: { amount: "-1", currency: "usd" } })).toEqual(["answers.f3.amount"]);
    expect(await errors({ f1: "c2", f3: { amount: "1", currency: "gbp" } })).toEqual(["answers.f3.currency"]);
    const { answers } = requireOk(await fill(form, { answers: { f1: "c2", f2: "hidden", f9: "unknown" } })).body.data;
    expect(answers).toEqual({ f1: "c2" });
  });

  test("unknown or foreign users and departments in answers get 422", async () => {
    const { fill, publish, world } = await formsFixture(await server.world());
    const fields = [formField("user", "f1"), formField("department", "f2")];
    const form = await publish({ ...equipmentForm, fields });
    const elsewhere = await server.world();
    const refused = await fill(form, { answers: { f1: elsewhere.admin.id, f2: 999_999_999 } });
    expect(Object.keys(refused.body.errors).sort()).toEqual(["answers.f1", "answers.f2"]);
    const { names } = requireOk(await fill(form, { answers: { f1: world.admin.id } })).body.data;
    expect(names.people.map((one: { id: number }) => one.id)).toEqual([world.admin.id]);
  });

  test("answers naming users who aren't offered get 422, even in drafts", async () => {
    const { fill, publish, world, employee } = await formsFixture(await server.world());
    const form = await publish({ ...equipmentForm, fields: [formField("user", "f1"), formField("text", "f2")] });
    const formerColleague = await world.person("employee", { fullname: "Gone Already", active: false });
    const refusal = ({ status, body }: { status: number; body: { errors?: object } }) => [
      status,
      Object.keys(body.errors ?? {}),
    ];
    const unknown = [422, ["answers.f1"]];
    const storedDraft = requireOk(await fill(form, { answers: { f1: world.finance.id }, draft: true })).body.data;
    for (const { id } of [formerColleague, world.external, { id: 999_999_999 }]) {
      expect(refusal(await fill(form, { answers: { f1: id } }))).toEqual(unknown);
      expect(refusal(await fill(form, { answers: { f1: id }, draft: true }))).toEqual(unknown);
      for (const draft of [true, false])
        expect(refusal(await employee.put(url(storedDraft.id), { answers: { f1: id }, draft }))).toEqual(unknown);
    }
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { active: false }));
    const answers = { f1: world.finance.id, f2: "More" };
    requireOk(await employee.put(url(storedDraft.id), { answers, draft: true }));
    const { data } = requireOk(await employee.put(url(storedDraft.id), { answers })).body;
    expect(data.names.people).toMatchObject([{ id: world.finance.id, fullname: world.finance.fullname }]);
  });
});

test("a draft is stored as entered and visible only to its owner", async () => {
  const { world, employee, hr, manager, fill, publish } = await formsFixture(await server.world());
  const form = await publish(equipmentForm);
  const { id, version, status } = requireOk(await fill(form, { draft: true, answers: { f2: "Not chosen yet" } })).body
    .data;
  expect(status).toBe("draft");
  const savedDraft = requireOk(await employee.put(url(id), { draft: true, version, answers: { f1: "c2", f2: "Kept" } }))
    .body.data;
  expect(savedDraft).toMatchObject({
    answers: { f1: "c2", f2: "Kept" },
    can: { delete: true, cancel: false, send: true },
  });
  expect((await employee.put(url(id), { draft: true, version, answers: {} })).body.code).toBe("request.stale");
  for (const api of [hr, manager, world.api(world.admin)]) expect((await api.get(url(id))).status).toBe(404);
  requireOk(await employee.delete(url(id)));
  expect((await employee.get(url(id))).status).toBe(404);
});

test("a request passes manager, role and user steps and shows the status of each", async () => {
  const { world, employee, manager, hr, fill, publish } = await formsFixture(await server.world());
  const steps = [
    { id: "s1", by: "manager" as const, only_if: [] },
    { id: "s2", by: "role" as const, role_id: world.roles.hr, only_if: [] },
    { id: "s3", by: "user" as const, user_id: world.finance.id, only_if: [] },
  ];
  const form = await publish({ ...equipmentForm, steps });
  const { id, status } = requireOk(await fill(form, { answers: laptop })).body.data;
  expect(status).toBe("waiting_manager_approval");
  const inbox = requireOk(await manager.get("/approvals/inbox")).body.data;
  expect(inbox[0].facts).toMatchObject({ form: { title: "IT equipment" }, answers: { f1: "c1" } });
  expect(inbox[0].facts.answers.f2).toBeUndefined();
  expect(requireOk(await manager.put(url(id, "approve"))).body.data.status).toBe("waiting_hr_approval");
  expect(requireOk(await hr.put(url(id, "approve"))).body.data.status).toBe("waiting_approval");
  expect(requireOk(await world.api(world.finance).put(url(id, "approve"))).body.data.status).toBe("approved");
  const { data } = requireOk(await employee.get(url(id))).body;
  expect(data.steps.map(({ state }: { state: string }) => state)).toEqual(["approved", "approved", "approved"]);
  expect(data).toMatchObject({ next_status: null, can: { edit: false, cancel: false } });
});

test("a request is returned, changed, rejected, resent and cancelled", async () => {
  const { employee, manager, fill, publish } = await formsFixture(await server.world());
  const form = await publish(equipmentForm);
  const { id } = requireOk(await fill(form, { answers: laptop })).body.data;
  expect(requireOk(await manager.put(url(id, "request-changes"), { note: "Which one?" })).body.data.status).toBe(
    "changes_requested",
  );
  const again = requireOk(await employee.put(url(id), { answers: { ...laptop, f2: "The grey one" } })).body.data;
  expect(again).toMatchObject({ status: "waiting_manager_approval", answers: { f2: "The grey one" } });
  expect(requireOk(await manager.put(url(id, "reject"), { reason: "No" })).body.data.status).toBe(
    "rejected_by_manager",
  );
  requireOk(await employee.put(url(id, "send")));
  requireOk(await employee.put(url(id, "cancel")));
  expect(requireOk(await employee.get(url(id))).body.data.status).toBe("cancelled");
  expect(sortedIdsOf(await employee.get("/vas/vas-request"))).toEqual([id]);
  expect(sortedIdsOf(await manager.get("/vas/vas-request"))).toEqual([]);
  expect(sortedIdsOf(await manager.get("/vas/vas-request?scope=team&status=cancelled&q=equip"))).toEqual([id]);
  expect(sortedIdsOf(await manager.get("/vas/vas-request?scope=all"))).toEqual([id]); // the team's requests, as managers don't edit forms
});

describe("file fields", () => {
  const upload = (name: string, value: Buffer, field = "f4") =>
    multipart([
      { name: "field", value: field },
      { name: "file", filename: name, value },
    ]);

  test("a request's files belong to a field and are deleted with the request", async () => {
    const { world, employee, manager, fill, publish } = await formsFixture(await server.world());
    const form = await publish({ ...equipmentForm, fields: [formField("file", "f4", { required: true })] });
    const { id } = requireOk(await fill(form, { draft: true })).body.data;
    const { payload, headers } = upload("offer.png", png());
    expect((await manager.post(url(id, "file"), payload, { headers })).status).toBe(404);
    const wrong = upload("offer.png", png(), "f1");
    expect((await employee.post(url(id, "file"), wrong.payload, { headers: wrong.headers })).status).toBe(422);
    const bad = upload("offer.exe", Buffer.from("MZ"));
    expect((await employee.post(url(id, "file"), bad.payload, { headers: bad.headers })).status).toBe(422);
    expect(Object.keys((await employee.put(url(id), { answers: {} })).body.errors)).toEqual(["answers.f4"]);
    const { files } = requireOk(await employee.post(url(id, "file"), payload, { headers })).body.data;
    expect(files).toMatchObject([{ field: "f4", name: "offer.png" }]);
    expect((await manager.get(files[0].url)).status).toBe(404);
    requireOk(await employee.put(url(id, "send")));
    expect((await manager.get(files[0].url)).status).toBe(200);
    expect((await world.api(world.hr).get(files[0].url)).status).toBe(200);
    expect((await world.api(await world.person("employee")).get(files[0].url)).status).toBe(404);
    expect((await employee.delete(url(id, `file/${files[0].id}`))).body.code).toBe("request.wrongState");
    requireOk(await manager.put(url(id, "request-changes"), { note: "Another one" }));
    requireOk(await employee.delete(url(id, `file/${files[0].id}`)));
    expect((await employee.get(files[0].url)).status).toBe(404);
  });
});

describe("form versions", () => {
  const shorter = { ...equipmentForm, fields: equipmentForm.fields.slice(0, 1) };

  test("a sent request keeps its form version, and a draft is validated again", async () => {
    const { hr, employee, manager, fill, publish } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    const sent = requireOk(await fill(form, { answers: laptop, form_version: 1 })).body.data;
    const draft = requireOk(await fill(form, { draft: true, answers: laptop, form_version: 1 })).body.data;
    requireOk(await hr.put(`/vas/vas-template/${form}`, { definition: shorter }));
    requireOk(await hr.put(`/vas/vas-template/${form}/publish`));
    expect(requireOk(await hr.get(`/vas/vas-template/${form}`)).body.data.keeps).toEqual([{ number: 1, open: 1 }]);
    expect(requireOk(await manager.get(url(sent.id))).body.data).toMatchObject({ form_version: 1, answers: laptop });
    const late = await fill(form, { answers: laptop, form_version: 1 });
    expect([late.status, late.body.code, late.body.data.published]).toEqual([409, "form.newVersion", 2]);
    expect((await employee.put(url(draft.id, "send"))).body.code).toBe("form.newVersion");
    const moved = requireOk(await employee.put(url(draft.id), { draft: true, form_version: 2, answers: laptop })).body
      .data;
    expect(moved).toMatchObject({ form_version: 2, answers: { f1: "c1" } });
    requireOk(await employee.put(url(draft.id, "send")));
    requireOk(await manager.put(url(sent.id, "request-changes"), { note: "Which?" }));
    const again = requireOk(await employee.put(url(sent.id), { form_version: 2, answers: laptop })).body.data;
    expect(again).toMatchObject({ form_version: 1, answers: laptop });
  });

  test("forty submissions during publishing each get one version or an error", async () => {
    const { hr, fill, publish } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    requireOk(await hr.put(`/vas/vas-template/${form}`, { definition: shorter }));
    const responses = Array.from({ length: 40 }, () => fill(form, { answers: laptop, form_version: 1 }));
    const [published, ...answers] = await Promise.all([hr.put(`/vas/vas-template/${form}/publish`), ...responses]);
    requireOk(published as (typeof answers)[number]);
    for (const { status, body } of answers) {
      if (status === 201) expect(body.data).toMatchObject({ form_version: 1, answers: laptop });
      else expect(body.code).toBe("form.newVersion");
    }
    expect((await fill(form, { answers: laptop, form_version: 1 })).status).toBe(409);
  });

  test("only one of several concurrent publications succeeds", async () => {
    const { hr, world, publish } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    requireOk(await hr.put(`/vas/vas-template/${form}`, { definition: shorter }));
    const { version } = requireOk(await hr.get(`/vas/vas-template/${form}`)).body.data;
    const admin = world.api(world.admin);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? hr : admin).put(`/vas/vas-template/${form}/publish`, { version })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(requireOk(await hr.get(`/vas/vas-template/${form}`)).body.data.published).toBe(2);
  });
});

test("request events go to the users concerned and form events to the tenant", async () => {
  const { world, fill, publish, employee } = await formsFixture(await server.world());
  const mark = server.published.length;
  const form = await publish(equipmentForm);
  const { id, version } = requireOk(await fill(form, { draft: true, answers: laptop })).body.data;
  requireOk(await employee.put(url(id, "send"), { version }));
  const emitted = world.events(mark).map(({ stream, event }) => `${stream} ${event.type}`);
  const [mine, theirs, all] = [`user:${world.employee.id}`, `user:${world.manager.id}`, `tenant:${world.tenantId}`];
  expect(emitted.sort()).toEqual(
    [
      `${all} form.published`,
      `${all} form.saved`,
      `${all} form.saved`,
      `${mine} form_request.saved`,
      `${mine} request.sent`,
      `${theirs} inbox.added`,
      ...[world.employee, world.manager, world.hr, world.admin].map(
        (person) => `user:${person.id} request_list.changed`,
      ),
      `${theirs} request.sent`,
    ].sort(),
  );
});
