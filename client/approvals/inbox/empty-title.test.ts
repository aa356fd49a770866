import { emptyInboxTitle, isInboxFiltered } from "./empty-title";
import type { InboxAddress } from "./useInboxAddress";

const address = (overrides: object = {}) =>
  ({ tab: "waiting", family: null, requester: null, q: "", ...overrides }) as unknown as InboxAddress;

test.each([
  [{}, false, "inbox.empty"],
  [{ tab: "sent" }, false, "inbox.noneSent"],
  [{ tab: "decided" }, false, "inbox.noneDecided"],
  [{ family: "leave" }, true, "inbox.noneFound"],
  [{ requester: 3 }, true, "inbox.noneFound"],
  [{ tab: "sent", q: "x" }, true, "inbox.noneFound"],
])("an empty inbox with the parameters %j has the matching title", (overrides, narrowed, title) => {
  expect([isInboxFiltered(address(overrides)), emptyInboxTitle(address(overrides))]).toEqual([narrowed, title]);
});
