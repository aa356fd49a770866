import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Select } from "@mantine/core";
import type { InboxKind } from "../../../shared/approvals/approvals/approvals.contract";
import { requestFamilies, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import { SearchField } from "../../ui/fields/SearchField";
import { clientFamilyOf } from "../approvals/client-families";
import classes from "./inbox.module.css";
import type { InboxAddress } from "./useInboxAddress";

interface InboxFiltersProps {
  kinds: readonly InboxKind[];
  requesters: readonly { id: number; fullname: string }[];
  address: InboxAddress;
}

export function InboxFilters({ kinds, requesters, address }: InboxFiltersProps) {
  const text = useText();
  const { number } = useFormat();
  const nameOf = useNameOf();
  const people = usePeopleOptions(requesters);
  const { tab, family, type, sort, requester, q, filter, order, of, find } = address;
  const kindName = (kind: InboxKind) => {
    const kindTextId = clientFamilyOf(kind.family).kinds?.[kind.type];
    if (kind.name !== null) return nameOf({ ...kind, name: kind.name });
    return kindTextId ? text(kindTextId) : kind.type;
  };
  const groups = requestFamilies.map((one) => {
    const own = kinds.filter((kind) => kind.family === one);
    return {
      group: text(`inbox.family.${one}`),
      items: [
        { value: one as string, label: text(`inbox.family.${one}.all`) },
        ...own.map((kind) => ({
          value: `${one}:${kind.type}`,
          label: text("inbox.kindCount", { kind: kindName(kind), count: number(kind.count) }),
        })),
      ],
    };
  });
  const choose = (value: string | null) => {
    const [chosen = "", ...rest] = (value ?? "").split(":");
    const chosenFamily = requestFamilies.find((one) => one === chosen) ?? null;
    filter(chosenFamily as RequestFamily | null, rest.length > 0 ? rest.join(":") : null);
  };
  return (
    <span className={classes.filters}>
      <SearchField text={q} label={text("inbox.search")} onChange={find} />
      {tab === "waiting" && (requesters.length > 1 || requester !== null) && (
        <Select
          size="xs"
          clearable
          searchable
          aria-label={text("inbox.requester")}
          placeholder={text("inbox.everyone")}
          nothingFoundMessage={text("inbox.nobodyFound")}
          value={requester === null ? null : String(requester)}
          onChange={(value) => of(Number(value) || null)}
          data={people}
        />
      )}
      <Select
        size="xs"
        clearable
        aria-label={text("inbox.kinds")}
        placeholder={text("inbox.kinds")}
        value={family && (type ? `${family}:${type}` : family)}
        onChange={choose}
        data={groups}
      />
      {tab === "waiting" && (
        <Select
          size="xs"
          className={classes.order}
          allowDeselect={false}
          aria-label={text("inbox.sort")}
          value={sort}
          onChange={(value) => order(value === "newest" ? "newest" : "oldest")}
          data={[
            { value: "oldest", label: text("inbox.sort.oldest") },
            { value: "newest", label: text("inbox.sort.newest") },
          ]}
        />
      )}
    </span>
  );
}
