import { generateSync } from "otplib";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FactorKeys } from "./factor-keys";
import { consumeTotp } from "./totp.service";

/**
 * Tests codes at the boundaries of 30-second steps. `now` replaces the database's time, because a real clock can't hit these boundaries.
 */
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const noon = 1_800_000_000; // start of a 30-second step
const codeAt = (at: number) => generateSync({ secret, epoch: at });
const keys = { open: () => secret } as unknown as FactorKeys;

function check(row: { confirmed?: boolean; last_step?: number | null } | null, now = noon) {
  const consumedSteps: unknown[][] = [];
  const tx = {
    one: ({ name }: { name: string }) =>
      Promise.resolve(
        name === "totp.clock" ? { now } : row && { secret: Buffer.alloc(0), confirmed: true, last_step: null, ...row },
      ),
    rows: (_: unknown, values: unknown[]) => Promise.resolve(consumedSteps.push(values)),
  } as unknown as Tx;
  return { consumedSteps, take: (code: string, settingUp = false) => consumeTotp(tx, keys, 7, code, { settingUp }) };
}

test("accepts a code in its own step and the adjacent ones only", async () => {
  const counts: boolean[] = [];
  for (const steps of [-2, -1, 0, 1, 2]) counts.push(await check({}).take(codeAt(noon + steps * 30)));
  expect(counts).toEqual([false, true, true, true, false]);
  expect(await check({}, noon + 29.9).take(codeAt(noon - 30))).toBe(true);
  expect(await check({}, noon + 30).take(codeAt(noon - 30))).toBe(false);
});

test("consumes the step of a code and all earlier steps", async () => {
  const step = noon / 30;
  const { take, consumedSteps } = check({});
  await take(codeAt(noon));
  expect(consumedSteps).toEqual([[7, step]]);
  const after = async (last_step: number) => check({ last_step }).take(codeAt(noon));
  expect([await after(step - 1), await after(step), await after(step + 1)]).toEqual([true, false, false]);
});

test("accepts codes of an unconfirmed app only during setup", async () => {
  const code = codeAt(noon);
  expect([await check({}).take(code), await check({}).take(code, true)]).toEqual([true, false]);
  expect([await check({ confirmed: false }).take(code), await check({ confirmed: false }).take(code, true)]).toEqual([
    false,
    true,
  ]);
  expect(await check(null).take(code)).toBe(false);
});

test("consumes no step for a wrong code", async () => {
  const { take, consumedSteps } = check({});
  expect([await take(codeAt(noon + 3_000)), await take("")]).toEqual([false, false]);
  expect(consumedSteps).toEqual([]);
});
