import { mailsTo } from "../../support/mails";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { expectNoOrphans } from "../../work/attachments/attachments";
import { requireOk } from "../../work/tasks/board";
import { uploadPeople } from "./import-file";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const repeating = () => world.api(world.hr).with({ "idempotency-key": "key" });
const countUsers = async () => {
  const [row] = await server.owner.query<{ users: number; imports: number }[]>(
    `SELECT (SELECT count(*)::int FROM app_user WHERE tenant_id = $1) AS users,
            (SELECT count(*)::int FROM people_import WHERE tenant_id = $1) AS imports`,
    [world.tenantId],
  );
  return row as { users: number; imports: number };
};

describe("creating a user again with the same idempotency key", () => {
  const hire = (fullname = "Hana Kim", image: Buffer | null = null) => {
    const values = { fullname, email: `hana@${world.host}`, role_id: String(world.roles.employee) };
    const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
    const picture = image ? [{ name: "image", filename: "me.png", type: "image/png", value: image }] : [];
    return repeating().send({ method: "POST", url: "/user", ...multipart([...fields, ...picture]) });
  };

  test("is refused with another name", async () => {
    requireOk(await hire());
    const refused = await hire("Hana Lee");
    expect([refused.status, refused.body.code]).toEqual([422, "request.idempotencyKeyReused"]);
  });

  test("gets the first answer and sends no second invitation", async () => {
    const before = await countUsers();
    const first = requireOk(await hire("Hana Kim", png()));
    const second = await hire("Hana Kim", png());
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(first.body.data.image).toContain("/files/");
    expect((await countUsers()).users).toBe(before.users + 1);
    expect(await mailsTo(server, `hana@${world.host}`, 1)).toHaveLength(1);
    await expectNoOrphans(server, world, 1);
  });

  test("while the first call runs creates one user", async () => {
    const before = await countUsers();
    const answers = await Promise.all([hire(), hire()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await countUsers()).users).toBe(before.users + 1);
  });
});

test("an import that is sent again with its idempotency key gets the first answer", async () => {
  const before = await countUsers();
  const rows = [
    ["Name", "Email"],
    ["Hana Kim", `hana@${world.host}`],
    ["Jin Park", `jin@${world.host}`],
  ];
  const run = () => uploadPeople(repeating(), "", rows, JSON.stringify(["fullname", "email"]), world.roles.employee);
  const [first, concurrent] = await Promise.all([run(), run()]);
  const later = await run();
  expect(requireOk(first).body.data).toMatchObject({ created: 2, changed: 0 });
  expect([concurrent.body, later.body]).toEqual([first.body, first.body]);
  expect(await countUsers()).toEqual({ users: before.users + 2, imports: before.imports + 1 });
});
