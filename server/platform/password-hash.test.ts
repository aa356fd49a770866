import * as argon2 from "@node-rs/argon2";
import { hashPassword, type HashedFor, isAmong, verifyNobody, verifyPassword } from "./password-hash";

jest.mock("@node-rs/argon2", () => ({ hash: jest.fn(), verify: jest.fn() }));

const stranger: HashedFor = { address: "203.0.113.7" };

test("an unknown account is answered again after a moment in which nothing could be hashed", async () => {
  const hash = jest.mocked(argon2.hash);
  hash.mockRejectedValueOnce(new Error("no memory")).mockResolvedValue("a hash");
  jest.mocked(argon2.verify).mockResolvedValue(false);
  await expect(verifyNobody("Guess1234", stranger)).rejects.toThrow("no memory");
  expect(await verifyNobody("Guess1234", stranger)).toBe(false);
  expect(await verifyNobody("Guess1234", stranger)).toBe(false);
  expect(hash).toHaveBeenCalledTimes(2); // one that was made is kept
});

describe("who is next", () => {
  /** Each hash ends when it is told to. */
  function newScene() {
    const running: { name: string; end: () => void }[] = [];
    jest.mocked(argon2.hash).mockImplementation((name) => {
      return new Promise((done) => running.push({ name: String(name), end: () => done("a hash") }));
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const all: Promise<unknown>[] = [];
    return {
      ask: (name: string, whose: HashedFor) => {
        const asked = hashPassword(name, whose);
        all.push(asked);
        asked.catch(() => {});
      },
      names: () => running.map(({ name }) => name),
      endFirst: async () => {
        running.shift()?.end();
        await settle();
      },
      settle,
      endAll: async () => {
        for (await settle(); running.length > 0; await settle()) for (const { end } of running.splice(0)) end();
        await Promise.allSettled(all);
      },
    };
  }

  test("strangers and other organisations go before ten of one organisation who came first; one of a person at a time", async () => {
    const { ask, names, endFirst, settle, endAll } = newScene();
    for (let id = 1; id <= 10; id++) for (const turn of ["a", "b"]) ask(`${id}${turn}`, { tenantId: 1, id });
    await settle();
    expect(names()).toEqual(["1a", "2a"]);
    ask("stranger", stranger);
    ask("other", { tenantId: 2, id: 1 });
    await settle();
    await endFirst();
    expect(names()).toEqual(["2a", "stranger"]);
    await endFirst();
    expect(names()).toEqual(["stranger", "3a"]);
    await endFirst();
    expect(names()).toEqual(["3a", "other"]);
    await endFirst();
    expect(names()).toEqual(["other", "4a"]); // the second ones of the first two stand behind the first of the rest
    await endAll();
  });

  test("a person has one at a time, and too many of theirs are refused; nobody else's", async () => {
    const { ask, names, settle, endAll } = newScene();
    const ann = { tenantId: 1, id: 1 };
    for (let n = 0; n < 7; n++) ask(`${n}`, ann);
    await expect(hashPassword("too many", ann)).rejects.toMatchObject({
      code: "rate.limited",
      detail: { retryAfterSeconds: 2 },
    });
    ask("colleague", { tenantId: 1, id: 2 });
    await settle();
    expect(names()).toEqual(["0", "colleague"]);
    await endAll();
  });

  test("an address has several at once: an office has one", async () => {
    const { ask, names, settle, endAll } = newScene();
    for (const name of ["1", "2", "3"]) ask(name, stranger);
    await settle();
    expect(names()).toEqual(["1", "2"]);
    await endAll();
  });

  test("whoever has many networks of IPv6 is one address: others go before their next", async () => {
    const { ask, names, endFirst, settle, endAll } = newScene();
    for (const n of [1, 2, 3]) ask(`site ${n}`, { address: `2001:db8:1:${n}::1` });
    ask("stranger", stranger);
    await settle();
    expect(names()).toEqual(["site 1", "site 2"]);
    await endFirst();
    expect(names()).toEqual(["site 2", "stranger"]);
    await endAll();
  });

  test("whoever failed gives the place back", async () => {
    jest.mocked(argon2.hash).mockRejectedValueOnce(new Error("no memory")).mockResolvedValue("a hash");
    await expect(hashPassword("x", { tenantId: 1, id: 1 })).rejects.toThrow("no memory");
    expect(await hashPassword("x", { tenantId: 1, id: 1 })).toBe("a hash");
    jest.mocked(argon2.verify).mockResolvedValue(true);
    expect(await isAmong(["a hash"], "x", { tenantId: 1, id: 1 })).toBe(true);
    expect(await verifyPassword("a hash", "x", { directoryOf: 1 })).toBe(true);
  });
});
