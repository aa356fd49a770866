import type { FastifyRequest } from "fastify";
import { Problem } from "../../../shared/kernel/problems";
import { Callers } from "./callers";

const share = { atOnce: 5, waiting: 5, calls: 2 };

/** The seconds after which a call is said to be welcome, or that it was let in. */
async function asked(callers: Callers, address: string) {
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

test("whoever calls too often is told after how many seconds they are welcome, which is true", async () => {
  const callers = new Callers({ person: share, address: share });
  for (let n = 0; n < share.calls; n++) expect(await asked(callers, "10.0.0.1")).toBe("let in");
  expect(await asked(callers, "10.0.0.1")).toBe(10);
  expect(await asked(callers, "10.0.0.2")).toBe("let in");
  jest.advanceTimersByTime(3_500);
  expect(await asked(callers, "10.0.0.1")).toBe(7);
  jest.advanceTimersByTime(6_400);
  expect(await asked(callers, "10.0.0.1")).toBe(1);
  jest.advanceTimersByTime(1_000);
  expect(await asked(callers, "10.0.0.1")).toBe("let in");
});

describe("long bodies of those whom nobody knows", () => {
  const long = { "content-length": "900000" };
  const asking = (headers: Record<string, string>, ip = "10.0.0.1") =>
    ({ ip, headers, raw: { headers } }) as unknown as FastifyRequest;

  /** How many of these calls may begin while none of them has ended. */
  async function begun(callers: Callers, requests: FastifyRequest[]) {
    let count = 0;
    const refused = () => undefined; // isn't counted
    for (const request of requests) callers.begin(request, () => {}).then(() => (count += 1), refused);
    await jest.advanceTimersByTimeAsync(10);
    return count;
  }
  const free = () => new Callers({ person: share, address: { atOnce: 5, waiting: 100, calls: 100 } });

  test("come one after the other from one network, and have none of its places while they wait", async () => {
    const callers = free();
    const chunked = { "transfer-encoding": "chunked" };
    expect(
      await begun(
        callers,
        [long, long, chunked, long, long, long, long].map((headers) => asking(headers)),
      ),
    ).toBe(1);
    expect(
      await begun(
        callers,
        Array.from({ length: 4 }, () => asking({ "content-length": "900" })),
      ),
    ).toBe(4);
    expect(await begun(callers, [asking(long, "10.0.0.2")])).toBe(1);
  });

  test("but not those of somebody, nor files with a token", async () => {
    const callers = free();
    const authorization = `Bearer ${"a".repeat(43)}`;
    callers.know("a".repeat(43), { tenantId: 1, id: 1 });
    expect(await begun(callers, [asking({ ...long, authorization }), asking({ ...long, authorization })])).toBe(2);
    const files = { ...long, "content-type": "multipart/form-data; boundary=x" };
    const tokens = ["b", "c"].map((letter) => asking({ ...files, authorization: `Bearer ${letter.repeat(43)}` }));
    expect(await begun(callers, tokens)).toBe(2);
    expect(await begun(callers, [asking(files), asking(files)])).toBe(1);
  });
});
