import * as argon2 from "@node-rs/argon2";
import { hashPassword, type HashRequester, matchesAnyHash, verifyDummy, verifyPassword } from "./password-hash";

jest.mock("@node-rs/argon2", () => ({ hash: jest.fn(), verify: jest.fn() }));

const stranger: HashRequester = { address: "203.0.113.7" };

test("unknown accounts can be verified again after hashing failed once", async () => {
  const hash = jest.mocked(argon2.hash);
  hash.mockRejectedValueOnce(new Error("no memory")).mockResolvedValue("a hash");
  jest.mocked(argon2.verify).mockResolvedValue(false);
  await expect(verifyDummy("Guess1234", stranger)).rejects.toThrow("no memory");
  expect(await verifyDummy("Guess1234", stranger)).toBe(false);
  expect(await verifyDummy("Guess1234", stranger)).toBe(false);
  expect(hash).toHaveBeenCalledTimes(2); // a created hash is cached
});

describe("order of password hashing", () => {
  /** Each hash ends when the test calls its `end`. */
  function newScene() {
    const running: { name: string; end: () => void }[] = [];
    jest.mocked(argon2.hash).mockImplementation((name) => {
      return new Promise((done) => running.push({ name: String(name), end: () => done("a hash") }));
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const all: Promise<unknown>[] = [];
    return {
      ask: (name: string, whose: HashRequester) => {
        const hashing = hashPassword(name, whose);
        all.push(hashing);
        hashing.catch(() => {});
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

  test("other callers precede the ten users of one tenant", async () => {
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
    expect(names()).toEqual(["other", "4a"]); // the second hashes of users 1 and 2 wait behind the first hashes of the other users
    await endAll();
  });

  test("a user runs one hash at a time; a full queue rejects only that user", async () => {
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

  test("an address runs several hashes at a time, because an office shares one address", async () => {
    const { ask, names, settle, endAll } = newScene();
    for (const name of ["1", "2", "3"]) ask(name, stranger);
    await settle();
    expect(names()).toEqual(["1", "2"]);
    await endAll();
  });

  test("IPv6 networks of one /48 share a queue; other addresses go first", async () => {
    const { ask, names, endFirst, settle, endAll } = newScene();
    for (const n of [1, 2, 3]) ask(`site ${n}`, { address: `2001:db8:1:${n}::1` });
    ask("stranger", stranger);
    await settle();
    expect(names()).toEqual(["site 1", "site 2"]);
    await endFirst();
    expect(names()).toEqual(["site 2", "stranger"]);
    await endAll();
  });

  test("a failed hash releases its slot", async () => {
    jest.mocked(argon2.hash).mockRejectedValueOnce(new Error("no memory")).mockResolvedValue("a hash");
    await expect(hashPassword("x", { tenantId: 1, id: 1 })).rejects.toThrow("no memory");
    expect(await hashPassword("x", { tenantId: 1, id: 1 })).toBe("a hash");
    jest.mocked(argon2.verify).mockResolvedValue(true);
    expect(await matchesAnyHash(["a hash"], "x", { tenantId: 1, id: 1 })).toBe(true);
    expect(await verifyPassword("a hash", "x", { scimTenantId: 1 })).toBe(true);
  });
});
