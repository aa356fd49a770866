import { FileEntity } from "../../../server/platform/files/file.entity";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { attachToEntry, promotionLetterData } from "../../../server/people/employment/entry.service";
import { renderPromotionLetter } from "../../../server/people/employment/letter.pdf";
import { languages } from "../../../shared/kernel/languages";
import type { Language } from "../../../shared/kernel/languages";
import { findActor } from "../../../server/platform/session";
import { requireOk } from "../../work/projects/projects";
import { type PeopleFixture, peopleFixture } from "../people/fixtures";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { pdf as samplePdf } from "../../support/sample-files";

const server = testServer();
let org: PeopleFixture;
let entry: number;

beforeAll(async () => {
  org = await peopleFixture(server);
  const { world } = org;
  const today = await world.tx((tx) =>
    tx.one<{ day: string }>({ name: "", text: "SELECT tenant_today()::text AS day" }),
  );
  const body = { type: "promotion", effective_on: today?.day, location: "Mersin", salary: "5000" };
  expect((await world.api(world.hr).post(`/user/${world.employee.id}/change`, body)).status).toBe(201);
  const history = requireOk(await world.api(world.hr).get(`/user/${world.employee.id}/history`)).body.data;
  entry = history.find(({ type }: { type: string }) => type === "promotion").id;
});

const send = (by: Person, id = entry, bytes: Buffer = samplePdf()) => {
  const { payload, headers } = multipart([
    { name: "file", filename: "Contract.pdf", type: "application/pdf", value: bytes },
  ]);
  return server.app.inject({
    method: "POST",
    url: `/employment-entry/${id}/file`,
    headers: { ...headers, host: org.world.host, authorization: `Bearer ${by.token}` },
    payload,
  });
};
const letter = (by: Person, language = "en", id = entry) =>
  server.app.inject({
    url: `/employment-entry/${id}/letter`,
    headers: { host: org.world.host, authorization: `Bearer ${by.token}`, "accept-language": language },
  });

describe("promotion letter", () => {
  test("the promotion letter returns 403 or 404 without access to the entry", async () => {
    const { world, colleague, director } = org;
    const other = await server.world();
    for (const person of [colleague, world.external])
      expect((await letter(person)).statusCode).toBeGreaterThanOrEqual(403);
    const elsewhere = await server.app.inject({
      url: `/employment-entry/${entry}/letter`,
      headers: { host: other.host, authorization: `Bearer ${other.admin.token}` },
    });
    expect(elsewhere.statusCode).toBe(404);
    for (const person of [world.employee, world.hr, world.manager, director]) {
      const answer = await letter(person);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    }
    const hired = await world.tx((tx) =>
      tx.one<{ id: number }>({
        name: "",
        text: `INSERT INTO user_history (tenant_id, user_id, type, effective_on)
               VALUES (current_tenant(), ${world.employee.id}, 'hiring', '2026-01-05') RETURNING id`,
      }),
    );
    expect((await letter(world.hr, "en", hired?.id)).statusCode).toBe(404);
  });

  test("the promotion letter shows the salary only to the employee and permitted users", async () => {
    const fieldsFor = (person: Person) =>
      org.world.tx(async (tx) => {
        const found = await findActor(tx, person.token);
        if (!found) throw new Error("nobody");
        return (await promotionLetterData(tx, found.actor, entry, "en")).letter.fields.map(({ field }) => field);
      });
    expect(await fieldsFor(org.world.employee)).toEqual(["location", "salary"]);
    expect(await fieldsFor(org.world.hr)).toEqual(["location", "salary"]);
    expect(await fieldsFor(org.world.manager)).toEqual(["location"]);
  });

  test("the promotion letter has the signer's own signature, unless it was removed", async () => {
    const { world, colleague } = org;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M5 25C20 0 30 0 40 20S60 0 85 10" stroke="black" fill="none"/></svg>`;
    const sign = (person: Person) => {
      const file = { name: "signature", filename: "signature.svg", type: "image/svg+xml", value: drawing };
      return world.api(person).send({ method: "POST", url: "/user/signature", ...multipart([file]) });
    };
    const pictures = async () => {
      const { statusCode, rawPayload } = await letter(world.employee);
      const text = rawPayload.toString("latin1");
      expect([statusCode, text.match(/\/Type \/Page\b/g)]).toEqual([200, ["/Type /Page"]]);
      return text.split("/Subtype /Image").length - 1;
    };
    const before = await pictures();
    for (const person of [world.employee, colleague, world.manager]) requireOk(await sign(person));
    expect(await pictures()).toBe(before);
    requireOk(await sign(world.hr));
    expect(await pictures()).toBeGreaterThan(before);
    await server.owner.query("UPDATE app_user SET signature_file_id = NULL WHERE id = $1", [world.hr.id]);
    expect(await pictures()).toBe(before);
  });

  test.each(Object.keys(languages) as Language[])("the promotion letter is one page in %s", async (language) => {
    const letter = await renderPromotionLetter({
      language,
      tenant: "Acme",
      logo: null,
      person: "أميرة حداد Amira",
      signer: "Dara 서울",
      signature: null,
      today: "2026-11-21",
      effectiveOn: "2026-12-01",
      fields: [{ field: "position", before: null, after: "Lead" }],
    });
    expect(letter.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
});

describe("files of a history entry", () => {
  test("users with user-edit can add entry files, and the employee can read them", async () => {
    const { world, colleague } = org;
    expect((await send(world.manager)).statusCode).toBe(403);
    expect((await send(world.employee)).statusCode).toBe(403);
    expect((await send(world.hr, 999_999_999)).statusCode).toBe(404);
    expect((await send(world.hr, entry, Buffer.from("MZ not a document"))).statusCode).toBe(422);
    const answer = await send(world.hr);
    expect(answer.statusCode).toBe(201);
    const { id, file } = answer.json().data as { id: number; file: { url: string } };
    const list = (by: Person) => world.api(by).get(`/user/${world.employee.id}/history/files`);
    for (const person of [world.hr, world.employee]) {
      expect(requireOk(await list(person)).body.data).toEqual([expect.objectContaining({ id, entry_id: entry })]);
    }
    expect(requireOk(await list(world.manager)).body.data).toEqual([]);
    const statusFor = (by: Person) =>
      world
        .api(by)
        .get(file.url.replace(/^https?:\/\/[^/]+/, ""))
        .then(({ status }) => status);
    expect(await statusFor(colleague)).not.toBe(200);
    expect((await world.api(world.manager).delete(`/employment-entry/file/${id}`)).status).toBe(403);
    requireOk(await world.api(world.hr).delete(`/employment-entry/file/${id}`));
    expect(requireOk(await list(world.hr)).body.data).toEqual([]);
    expect((await world.api(world.hr).delete(`/employment-entry/file/${id}`)).status).toBe(404);
  });

  test("with separation of duties, users can't change files of their own entries", async () => {
    const { world } = org;
    const hr = world.api(world.hr);
    const [{ effective_on }] = requireOk(await hr.get(`/user/${world.employee.id}/history`)).body.data;
    const body = { type: "promotion", effective_on, location: "Mersin" };
    expect((await world.api(world.admin).post(`/user/${world.hr.id}/change`, body)).status).toBe(201);
    const history = requireOk(await hr.get(`/user/${world.hr.id}/history`)).body.data;
    const own = history.find(({ type }: { type: string }) => type === "promotion").id;
    expect((await send(world.hr, own)).json().code).toBe("user.ownEmployment");
    const { id } = (await send(world.admin, own)).json().data;
    expect((await hr.delete(`/employment-entry/file/${id}`)).body.code).toBe("user.ownEmployment");
    expect(requireOk(await hr.get(`/user/${world.hr.id}/history/files`)).body.data).toHaveLength(1);
  });

  test("two concurrent uploads of the tenth file: the second is refused", async () => {
    const { world } = org;
    const other = await world.tx((tx) =>
      tx.one<{ id: number }>({
        name: "",
        text: `WITH h AS (INSERT INTO user_history (tenant_id, user_id, type, effective_on)
                 VALUES (current_tenant(), ${world.employee.id}, 'hiring', '2026-01-05') RETURNING id),
               f AS (INSERT INTO file (tenant_id, name, type, size, storage_key)
                 SELECT current_tenant(), 'Nine.pdf', 'application/pdf', 1, '1/05/' || n || '-' || h.id FROM h, generate_series(1, 9) n RETURNING id),
               x AS (INSERT INTO employment_file (tenant_id, history_id, file_id) SELECT current_tenant(), h.id, f.id FROM h, f)
               SELECT id FROM h`,
      }),
    );
    const lay = async (tx: Tx) => {
      const found = await findActor(tx, world.hr.token);
      if (!found || !other) throw new Error("nobody");
      const file = {
        name: "Ten.pdf",
        type: "application/pdf",
        size: 1,
        storageKey: `1/06/${other.id}-${Math.random()}`,
      };
      return attachToEntry(tx, found.actor, other.id, () => tx.repo(FileEntity).insert(file as never));
    };
    const [first, second] = await runSerialized(server, world, lay);
    expect([first?.status, second?.status]).toEqual(["fulfilled", "rejected"]);
    expect(second).toMatchObject({ reason: { code: "employment.filesFull" } });
  });

  test("an eleventh file of a history entry gets 409", async () => {
    const { world } = org;
    for (let at = 0; at < 10; at++) expect((await send(world.hr)).statusCode).toBe(201);
    const full = await send(world.hr);
    expect([full.statusCode, full.json().code]).toEqual([409, "employment.filesFull"]);
  });
});
