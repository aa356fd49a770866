import { emptyInboxTitle, isInboxFiltered } from "./empty-title";
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
])("an empty inbox with the parameters %j has the matching title", (more, narrowed, title) => {
  expect([isInboxFiltered(address(more)), emptyInboxTitle(address(more))]).toEqual([narrowed, title]);
});
