import { requestFamilies, type RequestFamily } from "../../shared/requests/families";
import { unnamedFamily } from "../../shared/requests/request-paths.rules";
import { useAddress } from "../platform/address/useAddress";

export const inboxTabs = ["waiting", "sent", "decided"] as const;
export type InboxTab = (typeof inboxTabs)[number];

export interface Opened {
  id: number;
  family: RequestFamily;
}

export interface InboxAddress {
  tab: InboxTab;
  open: Opened | null;
  family: RequestFamily | null;
  type: string | null;
  sort: "oldest" | "newest";
  /** Whose requests; null for everyone's. */
  requester: number | null;
  /** What is searched for. */
  q: string;
  /** At once: the key that is pressed next is meant for what is open by then. */
  show: (entry: Opened | null) => void;
  /** The same out of an effect, where nobody has pressed anything. */
  settleOn: (entry: Opened) => void;
  choose: (tab: InboxTab) => void;
  filter: (family: RequestFamily | null, type: string | null) => void;
  order: (sort: "oldest" | "newest") => void;
  of: (requester: number | null) => void;
  find: (q: string) => void;
}

const familyIn = (text: string | null) => requestFamilies.find((one) => one === text) ?? null;

const opened = (entry: Opened | null) => ({
  open: entry && String(entry.id),
  of: entry && entry.family !== unnamedFamily ? entry.family : null,
});

/** What is open, which list it stands in and what of it is shown are in the address. */
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
    open: id === null ? null : { id, family: familyIn(search.get("of")) ?? unnamedFamily },
    family: familyIn(search.get("family")),
    type: search.get("type"),
    sort: search.get("sort") === "newest" ? "newest" : "oldest",
    requester: Number(search.get("requester")) || null,
    q: search.get("q") ?? "",
    // As a transition it could be overtaken: "next" and "approve" in quick succession would approve what was open before.
    show: (entry) => change(opened(entry), true),
    settleOn: (entry) => change(opened(entry)),
    choose: (tab) => setSearch(tab === "waiting" ? {} : { tab }),
    filter: (family, type) => change({ family, type }),
    order: (sort) => change({ sort: sort === "newest" ? sort : null }),
    of: (requester) => change({ requester: requester === null ? null : String(requester) }),
    find: (q) => change({ q: q || null }),
  };
}
