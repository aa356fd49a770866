import { emptyTitle, isNarrowed } from "./empty-title";
import type { InboxAddress } from "./useInboxAddress";

const address = (more: object = {}) =>
  ({ tab: "waiting", family: null, requester: null, q: "", ...more }) as unknown as InboxAddress;

test.each([
  [{}, false, "inbox.empty"],
  [{ tab: "sent" }, false, "inbox.noneSent"],
  [{ tab: "decided" }, false, "inbox.noneDecided"],
  [{ family: "leave" }, true, "inbox.noneFound"],
  [{ requester: 3 }, true, "inbox.noneFound"],
  [{ tab: "sent", q: "x" }, true, "inbox.noneFound"],
])("of %j an empty list says so", (more, narrowed, title) => {
  expect([isNarrowed(address(more)), emptyTitle(address(more))]).toEqual([narrowed, title]);
});
