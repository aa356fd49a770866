import { createDigests } from "../../../workers/communication/notifications/digests";
import { financeFixture as financeOffice, requestUrl } from "../../requests/finance/fixtures";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { deliveryConfig, deliveryFixture } from "./delivery-fixture";
import { runWorkerAfter } from "./worker";

const server = testServer(deliveryConfig);
const stand = deliveryFixture(() => server);

const lines = (text: string | undefined) =>
  (text ?? "")
    .split(/\r?\n/)
    .map((line) => line.replace(/^[-\s]+/, "").trim())
    .filter((line) => line !== "" && !/https?:\/\//.test(line));

test("a purchase mail states number, purpose, amount and next step once each", async () => {
  const { world, ask } = await financeOffice(await server.world());
  const items = [{ details: "Laptops", price: "2140.00", quantity: 2 }];
  await runWorkerAfter(server, world, async () => requireOk(await ask({ currency: "EUR", items })));
  expect(await stand.sendAll(world)).toEqual(["sent"]);
  const [mail] = stand.mailsTo(world.manager.email);
  const summary = `PUR-${new Date().getFullYear()}-0001 · Laptops · 4,280.00 EUR`;
  expect(mail?.headers.subject).toBe(`Emil Employee needs your decision: ${summary}`);
  expect(lines(mail?.text)).toEqual([summary, "Next approver: Finance"]);
});

test("the next step names the stored role in the reader's language", async () => {
  const { world, ask } = await financeOffice(await server.world());
  await world.tx((tx) =>
    tx.rows({ name: "", text: "UPDATE app_user SET language = 'de' WHERE id = $1" }, [world.manager.id]),
  );
  await runWorkerAfter(server, world, async () => requireOk(await ask({})));
  await stand.sendAll(world);
  const [mail] = stand.mailsTo(world.manager.email);
  expect(lines(mail?.text).at(-1)).toMatch(/Finanzabteilung$/);
});

test("a form request's mail has the form title and the answers shown in the inbox", async () => {
  const { world, publish, fill } = await formsFixture(await server.world());
  const form = await publish(equipmentForm);
  await runWorkerAfter(server, world, async () => requireOk(await fill(form, { answers: { f1: "c2" } })));
  await stand.sendAll(world);
  const [mail] = stand.mailsTo(world.manager.email);
  expect(mail?.headers.subject).toBe("Emil Employee needs your decision: IT equipment · Screen");
  expect(lines(mail?.text)).toEqual(["IT equipment · Screen", "You are the last approver"]);
});

test("a digest has one line of text per request, followed by the next step", async () => {
  const { world, ask, manager } = await financeOffice(await server.world());
  requireOk(await manager.put("/notification/settings", { topics: { decide: { email: "daily" } } }));
  await runWorkerAfter(server, world, async () => {
    for (const details of ["Chairs", "Desks"])
      requireOk(await ask({ items: [{ details, price: "10.00", quantity: 1 }] }));
  });
  const tomorrow = new Date(Date.now() + 2 * 86_400_000);
  await createDigests(server.platform.unitOfWork, world.tenantId, tomorrow);
  await stand.sendAll(world);
  const [mail] = stand.mailsTo(world.manager.email);
  const mailLines = lines(mail?.text);
  expect(mailLines.filter((line) => line.includes("Chairs"))).toHaveLength(1);
  expect(mailLines.filter((line) => line.includes("Desks"))).toHaveLength(1);
  expect(mailLines.filter((line) => line === "Next approver: Finance")).toHaveLength(2);
});

test("no mail is sent for a decided request, even if the inbox doesn't show it", async () => {
  const { world, ask, manager } = await financeOffice(await server.world());
  requireOk(await manager.put("/notification/settings", { topics: { decide: { in_app: false } } }));
  await runWorkerAfter(server, world, async () => {
    requireOk(await ask({}));
    const { id } = requireOk(await ask({ items: [{ details: "Desks", price: "10.00", quantity: 1 }] })).body.data;
    requireOk(await manager.put(requestUrl(id, "reject"), { reason: "Too expensive" }));
  });
  await stand.sendAll(world);
  const subjects = stand.mailsTo(world.manager.email).map(({ headers }) => headers.subject);
  expect(subjects).toEqual([expect.stringContaining("Handheld scanner")]);
});

test("a digest omits decided requests that the inbox doesn't show", async () => {
  const { world, ask, manager } = await financeOffice(await server.world());
  requireOk(await manager.put("/notification/settings", { topics: { decide: { in_app: false, email: "daily" } } }));
  const askFor = async (details: string) =>
    requireOk(await ask({ items: [{ details, price: "10.00", quantity: 1 }] })).body.data.id;
  const reject = async (id: number) => requireOk(await manager.put(requestUrl(id, "reject"), { reason: "Enough" }));
  await runWorkerAfter(server, world, async () => {
    await askFor("Chairs");
    await reject(await askFor("Desks"));
  });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await createDigests(server.platform.unitOfWork, world.tenantId, inDays(2));
  expect(await stand.sendAll(world)).toContain("sent");
  const [mail, ...otherMails] = stand.mailsTo(world.manager.email);
  expect(otherMails).toEqual([]);
  expect(mail?.text).toContain("Chairs");
  expect(mail?.text).not.toContain("Desks");
  // Decided between the creation of the digest and its delivery.
  let id = 0;
  await runWorkerAfter(server, world, async () => {
    id = await askFor("Lamps");
  });
  await createDigests(server.platform.unitOfWork, world.tenantId, inDays(3));
  await runWorkerAfter(server, world, () => reject(id));
  expect(await stand.sendAll(world)).toContain("read");
  expect(stand.mailsTo(world.manager.email)).toHaveLength(1);
});

test("the end of a delegation stops mails that the inbox doesn't show", async () => {
  const { world, ask, manager } = await financeOffice(await server.world());
  const deputy = await world.person("employee");
  requireOk(await world.api(deputy).put("/notification/settings", { topics: { decide: { in_app: false } } }));
  const { id } = requireOk(await manager.post("/delegation", { delegatee_id: deputy.id })).body.data;
  await runWorkerAfter(server, world, async () => {
    requireOk(await ask({}));
    requireOk(await manager.delete(`/delegation/${id}`));
  });
  await stand.sendAll(world);
  expect(stand.mailsTo(deputy.email).map(({ headers }) => headers.subject)).toEqual([
    expect.stringContaining("You no longer decide for Mia Manager"),
  ]);
  expect(stand.mailsTo(world.manager.email)).toHaveLength(1);
});
