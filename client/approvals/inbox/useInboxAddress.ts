import { requestFamilies, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { defaultRequestFamily } from "../../../shared/approvals/approvals/request-paths.rules";
import { useAddress } from "../../platform/address/useAddress";

export const inboxTabs = ["waiting", "sent", "decided"] as const;
export type InboxTab = (typeof inboxTabs)[number];

export interface OpenedEntry {
  id: number;
  family: RequestFamily;
}

export interface InboxAddress {
  tab: InboxTab;
  open: OpenedEntry | null;
  family: RequestFamily | null;
  type: string | null;
  sort: "oldest" | "newest";
  requester: number | null;
  q: string;
  /** Opens a request, or closes it with null. Updates synchronously, because the next key press applies to the newly open request. */
  show: (entry: OpenedEntry | null) => void;
  /** Like `show`, but for effects, without the synchronous update. */
  settleOn: (entry: OpenedEntry) => void;
  choose: (tab: InboxTab) => void;
  filter: (family: RequestFamily | null, type: string | null) => void;
  order: (sort: "oldest" | "newest") => void;
  of: (requester: number | null) => void;
  find: (q: string) => void;
}

const familyIn = (text: string | null) => requestFamilies.find((one) => one === text) ?? null;

const openParams = (entry: OpenedEntry | null) => ({
  open: entry && String(entry.id),
  of: entry && entry.family !== defaultRequestFamily ? entry.family : null,
});

export function useInboxAddress(): InboxAddress {
  const [search, setSearch] = useAddress();
  const change = (values: Record<string, string | null>, flushSync = false) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true, flushSync },
    );
  const id = Number(search.get("open")) || null;
  return {
    tab: inboxTabs.find((one) => one === search.get("tab")) ?? "waiting",
    open: id === null ? null : { id, family: familyIn(search.get("of")) ?? defaultRequestFamily },
    family: familyIn(search.get("family")),
    type: search.get("type"),
    sort: search.get("sort") === "newest" ? "newest" : "oldest",
    requester: Number(search.get("requester")) || null,
    q: search.get("q") ?? "",
    // Updates synchronously instead of in a transition: pressing "next" and "approve" in quick succession could otherwise approve the
    // previous request.
    show: (entry) => change(openParams(entry), true),
    settleOn: (entry) => change(openParams(entry)),
    choose: (tab) => setSearch(tab === "waiting" ? {} : { tab }),
    filter: (family, type) => change({ family, type }),
    order: (sort) => change({ sort: sort === "newest" ? sort : null }),
    of: (requester) => change({ requester: requester === null ? null : String(requester) }),
    find: (q) => change({ q: q || null }),
  };
}
