import type { FastifyRequest } from "fastify";
import { Problem } from "../../shared/kernel/problems";
import type { Platform } from "./platform";
import { RefusalLog } from "./security-log";

test("records one refusal per minute for all addresses of an IPv6 network", () => {
  const noted: unknown[] = [];
  const unitOfWork = async (options: unknown) => void noted.push(options);
  const log = new RefusalLog({ unitOfWork } as unknown as Platform, () => 0);
  const refuse = (address: string) => {
    const origin = { tenantId: 1, userId: null, address, call: "GET /scim/v2/Users" };
    const request = { origin, routeOptions: { url: "/scim/v2/Users" } } as unknown as FastifyRequest;
    log.note(request, new Problem("scim.tokenUnknown"));
  };
  for (let n = 1; n <= 50; n++) refuse(`2001:db8:1:${n.toString(16)}::1`);
  expect(noted).toHaveLength(1);
  refuse("2001:db8:2:3::1");
  refuse("192.0.2.1");
  expect(noted).toHaveLength(3);
});

test("records missing records only when a user has opened more than a few in a minute", () => {
  const noted: unknown[] = [];
  const unitOfWork = async (options: unknown) => void noted.push(options);
  let now = 0;
  const log = new RefusalLog({ unitOfWork } as unknown as Platform, () => now);
  const miss = (userId: number) => {
    const origin = { tenantId: 1, userId, address: "192.0.2.1", call: "GET /task/:id" };
    const request = { origin, routeOptions: { url: "/task/:id" } } as unknown as FastifyRequest;
    log.note(request, new Problem("notFound"));
  };
  for (let n = 0; n < 5; n++) miss(7);
  for (let n = 0; n < 5; n++) miss(8);
  now = 60_000;
  for (let n = 0; n < 5; n++) miss(7);
  expect(noted).toHaveLength(0);
  miss(7);
  expect(noted).toHaveLength(1);
});
