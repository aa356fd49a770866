import { makeDigests } from "../../workers/notifications/digests";
import { office as financeOffice } from "../finance/office";
import { desk, equipment } from "../forms/desk";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { officeConfig, testOffice } from "./office";
import { worked } from "./worker";

const server = testServer(officeConfig);
const stand = testOffice(() => server);

/** The lines of a mail that say something: neither empty nor a link. */
const lines = (text: string | undefined) =>
  (text ?? "")
    .split(/\r?\n/)
    .map((line) => line.replace(/^[-\s]+/, "").trim())
    .filter((line) => line !== "" && !/https?:\/\//.test(line));

test("a purchase by mail: its number, what for, how much and who comes next; no line twice", async () => {
  const { world, ask } = await financeOffice(await server.world());
  const items = [{ details: "Laptops", price: "2140.00", quantity: 2 }];
  await worked(server, world, async () => ok(await ask({ currency: "EUR", items })));
  expect(await stand.sendAll(world)).toEqual(["sent"]);
  const [mail] = stand.mailsTo(world.manager.email);
  const what = `PUR-${new Date().getFullYear()}-0001 · Laptops · 4,280.00 EUR`;
  expect(mail?.headers.subject).toBe(`Emil Employee needs your decision: ${what}`);
  expect(lines(mail?.text)).toEqual([what, "After you: Finance"]);
});

test("a form by mail: what it is called, and the answers that its maker wants to be seen at once", async () => {
  const { world, publish, fill } = await desk(await server.world());
  const form = await publish(equipment);
  await worked(server, world, async () => ok(await fill(form, { answers: { f1: "c2" } })));
  await stand.sendAll(world);
  const [mail] = stand.mailsTo(world.manager.email);
  expect(mail?.headers.subject).toBe("Emil Employee needs your decision: IT equipment · Screen");
  expect(lines(mail?.text)).toEqual(["IT equipment · Screen", "Yours is the last approval"]);
});

test("in a digest each request has its own line, and below it what comes next", async () => {
  const { world, ask, manager } = await financeOffice(await server.world());
  ok(await manager.put("/notification/settings", { topics: { decide: { email: "daily" } } }));
  await worked(server, world, async () => {
    for (const details of ["Chairs", "Desks"]) ok(await ask({ items: [{ details, price: "10.00", quantity: 1 }] }));
  });
  const tomorrow = new Date(Date.now() + 2 * 86_400_000);
  await makeDigests(server.platform.unitOfWork, world.tenantId, tomorrow);
  await stand.sendAll(world);
  const [mail] = stand.mailsTo(world.manager.email);
  const shown = lines(mail?.text);
  expect(shown.filter((line) => line.includes("Chairs"))).toHaveLength(1);
  expect(shown.filter((line) => line.includes("Desks"))).toHaveLength(1);
  expect(shown.filter((line) => line === "After you: Finance")).toHaveLength(2);
});
