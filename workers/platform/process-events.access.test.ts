import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { accessChangedBy } from "./process-events";

const event = (type: string, data: unknown): CommittedEvent =>
  ({
    tenantId: 3,
    stream: "project:9",
    event: { id: 1, revision: 1, type, at: "", actor: null, data },
  }) as CommittedEvent;

test("connections of removed members and updated users recheck their access", () => {
  const changes = accessChangedBy([event("member.removed", { user: { id: 7 } }), event("user.updated", { id: 8 })]);
  expect(changes).toEqual([
    { tenantId: 3, stream: "user:7" },
    { tenantId: 3, stream: "user:8" },
  ]);
});

test.each([
  ["member.removed", {}],
  ["member.updated", { user: null }],
  ["user.updated", null],
])("%s without a user makes the whole tenant recheck access", (type, data) => {
  expect(accessChangedBy([event(type, data)])).toEqual([{ tenantId: 3, stream: "tenant:3" }]);
});
