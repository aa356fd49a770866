import { InFlight } from "./in-flight";

const stays = () => {};
/** Whether it has got in by now. */
async function settled(entering: Promise<unknown>): Promise<boolean> {
  let is = false;
  void entering.then(
    () => (is = true),
    () => {},
  );
  await new Promise(setImmediate);
  return is;
}

test("whoever holds more than their share waits until it is gone, and nobody else does", async () => {
  const bytes = new InFlight({ person: 10, tenant: 100 });
  const first = await bytes.enter("1", "ann", stays);
  first.holds(10);
  const second = bytes.enter("1", "ann", stays);
  expect(await settled(second)).toBe(false);
  (await bytes.enter("1", "bob", stays)).end();
  (await bytes.enter("2", "ann", stays)).end(); // another organisation's of the same name
  expect(await settled(second)).toBe(false);
  first.end();
  first.end(); // twice is once
  const place = await second;
  place.holds(4); // less than a share
  const third = await bytes.enter("1", "ann", stays);
  third.holds(20);
  third.holds(5); // instead, not besides
  (await bytes.enter("1", "ann", stays)).end();
  for (const one of [place, third]) one.end();
});

test("an organisation that holds much lets those in who hold nothing, up to four times as much", async () => {
  const bytes = new InFlight({ person: 1_000, tenant: 100 });
  const ann = await bytes.enter("1", "ann", stays);
  ann.holds(100);
  expect(await settled(bytes.enter("1", "ann", stays))).toBe(false);
  const bob = await bytes.enter("1", "bob", stays);
  bob.holds(300);
  const eve = bytes.enter("1", "eve", stays);
  expect(await settled(eve)).toBe(false);
  (await bytes.enter("2", "eve", stays)).end();
  bob.end();
  expect(await settled(eve)).toBe(true);
});

test("what one of a kind came to is noted for the next before it is made, in that organisation", async () => {
  const bytes = new InFlight({ person: 300_000, tenant: 10_000_000 });
  const first = await bytes.enter("1", "ann", stays, "/board");
  first.holds(200_000);
  first.end();
  const two = [await bytes.enter("1", "ann", stays, "/board"), await bytes.enter("1", "ann", stays, "/board")];
  expect(await settled(bytes.enter("1", "ann", stays, "/board"))).toBe(false);
  const others = [];
  for (let n = 0; n < 3; n++) others.push(await bytes.enter("2", "ann", stays, "/board"));
  for (const one of [...two, ...others]) one.end();
});

test("a short answer of a colleague's makes nobody else's long ones go side by side", async () => {
  const bytes = new InFlight({ person: 300_000, tenant: 10_000_000 });
  const noted = async (person: string, size: number) => {
    const place = await bytes.enter("1", person, stays, "/settings");
    place.holds(size);
    place.end();
  };
  await noted("ann", 400_000);
  await noted("bob", 10);
  await noted("ann", 10);
  for (let n = 0; n < 3; n++) await bytes.enter("1", "bob", stays, "/settings"); // who has had a short one
  const long = await bytes.enter("1", "ann", stays, "/settings");
  expect(await settled(bytes.enter("1", "ann", stays, "/settings"))).toBe(false);
  const unknown = await bytes.enter("1", "eve", stays, "/settings");
  expect(await settled(bytes.enter("1", "eve", stays, "/settings"))).toBe(false);
  for (const one of [long, unknown]) one.end();
});

test("whoever leaves is let go, and doesn't take the turn of the next", async () => {
  const bytes = new InFlight({ person: 10, tenant: 100 });
  const first = await bytes.enter("1", "ann", stays);
  first.holds(10);
  let leave = stays;
  const left = bytes.enter("1", "ann", (how) => (leave = how));
  const next = bytes.enter("1", "ann", stays);
  leave();
  await expect(left).rejects.toMatchObject({ code: "rate.limited" });
  first.end();
  (await next).end();
  leave(); // too late, and harmless
});
