import { setImmediate as turn } from "node:timers/promises";
import { recheckAccess } from "./access-recheck";
import { streamRoomOf } from "./broadcast";
import type { ConnectionChecks } from "./connection-checks";
import type { LiveServer } from "./live";
import { tenantStream, userStream } from "../../../shared/kernel/events";

function scene() {
  const pendingChecks: { of: string; later: boolean; answer(): void }[] = [];
  const checks = {
    ask: (_: number, { token }: { token: string }, later = false) =>
      new Promise((_resolve, reject) => {
        pendingChecks.push({ of: token, later, answer: () => reject(new Error("away")) });
      }),
  };
  const rooms = new Map<string, Set<string>>();
  const sockets = new Map<string, object>();
  for (const stream of [userStream(1), tenantStream(1)]) {
    const room = streamRoomOf(1, stream);
    rooms.set(room, new Set([stream]));
    sockets.set(stream, { data: { tenantId: 1, token: stream }, rooms: new Set([room]), disconnect: () => {} });
  }
  const io = { of: () => ({ adapter: { rooms }, sockets }) };
  const access = recheckAccess(
    checks as unknown as ConnectionChecks,
    io as unknown as LiveServer,
    () => {},
    () => {},
  );
  return { access, pendingChecks, sockets };
}

test("several changes during a recheck cause one more recheck of that room", async () => {
  const { access, pendingChecks } = scene();
  const change = { tenantId: 1, stream: userStream(1) };
  const ended: number[] = [];
  const all = Array.from({ length: 10 }, (_, at) => access.room(change).then(() => ended.push(at)));
  await turn();
  expect(pendingChecks.map(({ of }) => of)).toEqual(["user:1"]);
  const other = access.room({ tenantId: 1, stream: tenantStream(1) });
  await turn();
  expect(pendingChecks.map(({ of }) => of)).toEqual(["user:1", "tenant:1"]);
  pendingChecks[0]?.answer();
  await turn();
  expect(ended).toEqual([0]);
  expect(pendingChecks.map(({ of }) => of)).toEqual(["user:1", "tenant:1", "user:1"]);
  const last = access.room(change); // the second recheck is running and may not have included this change
  pendingChecks[2]?.answer();
  await Promise.all(all);
  await turn();
  expect(pendingChecks.map(({ of }) => of)).toEqual(["user:1", "tenant:1", "user:1", "user:1"]);
  pendingChecks[3]?.answer();
  await last;
  const quiet = access.room(change); // without a running recheck, a change starts one immediately
  expect(pendingChecks).toHaveLength(5);
  for (const one of pendingChecks) one.answer();
  await Promise.all([other, quiet]);
});

test("a new connection is checked before existing ones", async () => {
  const { access, pendingChecks, sockets } = scene();
  const all = [access.one(sockets.get(userStream(1)) as never), access.everyone()];
  await turn();
  expect(pendingChecks.map(({ later }) => later)).toEqual([false, true, true]);
  for (const one of pendingChecks) one.answer();
  await Promise.all(all);
});
