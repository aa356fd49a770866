import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import { CallerRegistry } from "./call-limits";
import { limits } from "./limits";

const share = { concurrent: 5, queued: 5, calls: 2 };
const newRegistry = () => new CallerRegistry({ ...limits.calls, user: share, address: share });

async function statusesOf(callers: CallerRegistry, address: string) {
  try {
    (await callers.take(null, address))();
    return "let in";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.detail.retryAfterSeconds;
  }
}

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z") }));
afterEach(() => jest.useRealTimers());

test("a rejected caller is accepted after the Retry-After seconds have passed", async () => {
  const callers = newRegistry();
  for (let n = 0; n < share.calls; n++) expect(await statusesOf(callers, "10.0.0.1")).toBe("let in");
  expect(await statusesOf(callers, "10.0.0.1")).toBe(10);
  expect(await statusesOf(callers, "10.0.0.2")).toBe("let in");
  jest.advanceTimersByTime(3_500);
  expect(await statusesOf(callers, "10.0.0.1")).toBe(7);
  jest.advanceTimersByTime(6_400);
  expect(await statusesOf(callers, "10.0.0.1")).toBe(1);
  jest.advanceTimersByTime(1_000);
  expect(await statusesOf(callers, "10.0.0.1")).toBe("let in");
});

describe("calls that need much memory", () => {
  /** Simulates a call of a user in tenant 1; `begun` becomes true when the call may proceed. */
  function newCall(callers: CallerRegistry, user: number, kind: "answer" | "upload" = "answer") {
    const token = `${user}`.repeat(43);
    callers.know(token, { tenantId: 1, id: user });
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const request = { ip: "10.0.0.1", headers: { authorization: `Bearer ${token}` }, work: null } as FastifyRequest;
    const reply = { raw } as unknown as FastifyReply;
    const call = { begun: false, refused: false, release: () => {}, read: () => raw.emit("finish"), raw, request };
    const slot =
      kind === "answer" ? callers.takeExpensiveCall(1, request, reply) : callers.takeUpload(1, request, reply);
    slot.then(
      (release) => Object.assign(call, { begun: true, release: release ?? (() => {}) }),
      () => (call.refused = true),
    );
    return call;
  }
  const settled = () => jest.advanceTimersByTimeAsync(1);

  test("an unread long answer delays its user's next one, but not other users'", async () => {
    const callers = newRegistry();
    const calls = Array.from({ length: limits.expensiveCalls.tenant + 2 }, (_, user) => newCall(callers, user + 1));
    const next = newCall(callers, 1);
    await settled();
    expect(calls.filter(({ begun }) => begun)).toHaveLength(limits.expensiveCalls.tenant);
    for (const { release } of calls.slice(0, 2)) release();
    await settled();
    expect(calls.every(({ begun }) => begun)).toBe(true);
    calls[5]?.release();
    expect(next.begun).toBe(false);
    calls[0]?.read();
    await settled();
    expect(next.begun).toBe(true);
  });

  test("a disconnected client leaves the queue, or keeps its slot until its handler ends", async () => {
    const callers = newRegistry();
    const [running, next, waiting] = [newCall(callers, 1), newCall(callers, 1), newCall(callers, 1)];
    let end = () => {};
    running.request.work = new Promise<void>((resolve) => (end = resolve));
    await settled();
    running.release();
    running.raw.emit("close");
    waiting.raw.emit("close");
    await settled();
    expect([next.begun, waiting.refused]).toEqual([false, true]);
    end();
    await settled();
    expect(next.begun).toBe(true);
  });

  test("uploads are limited per user and per tenant until they are answered", async () => {
    const callers = newRegistry();
    const { user, tenant } = limits.uploads;
    const own = Array.from({ length: user + 1 }, () => newCall(callers, 1, "upload"));
    const others = Array.from({ length: tenant - user + 1 }, (_, at) => newCall(callers, at + 2, "upload"));
    await settled();
    expect(own.map(({ begun }) => begun)).toEqual([true, true, false]);
    expect(others.filter(({ begun }) => begun)).toHaveLength(tenant - user);
    own[0]?.read();
    await settled();
    expect([own[2]?.begun, others.at(-1)?.begun]).toEqual([false, true]);
    own[1]?.read();
    await settled();
    expect(own[2]?.begun).toBe(true);
  });
});
