import * as argon2 from "@node-rs/argon2";
import { verifyNobody } from "./password-hash";

jest.mock("@node-rs/argon2", () => ({ hash: jest.fn(), verify: jest.fn() }));

test("an unknown account is answered again after a moment in which nothing could be hashed", async () => {
  const hash = jest.mocked(argon2.hash);
  hash.mockRejectedValueOnce(new Error("no memory")).mockResolvedValue("a hash");
  jest.mocked(argon2.verify).mockResolvedValue(false);
  await expect(verifyNobody("Guess1234")).rejects.toThrow("no memory");
  expect(await verifyNobody("Guess1234")).toBe(false);
  expect(await verifyNobody("Guess1234")).toBe(false);
  expect(hash).toHaveBeenCalledTimes(2); // one that was made is kept
});
