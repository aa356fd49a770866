import type { ReactNode } from "react";
import { OpenRecord } from "../organisation/OpenRecord";
import { asListed, RecordPage, type RecordPageProps } from "../organisation/RecordPage";
import { SidePanel } from "../organisation/SidePanel";
import { useText } from "../platform/intl/useText";
import classes from "./places.module.css";

interface Place {
  id: number;
  name: string;
  /** What has none never will. */
  image?: string | null;
  can: { edit: boolean; delete: boolean };
}

interface PlacePageProps<Row extends Place>
  extends Pick<RecordPageProps<Row, Row>, "mayAdd" | "address" | "query" | "columns" | "open" | "remove"> {
  kind: "building" | "floor" | "room" | "car" | "equipment";
  /** Whether the list can be sorted by name. */
  sortedByName?: boolean;
  /** What stands in the panel: of one that is there, or of a new one. */
  panel: (record: Row | null) => ReactNode;
}

/** What can be booked and where it stands: a list by name, and a panel in which one is made or changed. */
export function PlacePage<Row extends Place>({ kind, sortedByName, panel, columns, ...page }: PlacePageProps<Row>) {
  const text = useText();
  const { open } = page;
  const name = (row: Row) => {
    const opener = <OpenRecord name={row.name} onOpen={row.can.edit ? () => open.edit(row) : null} />;
    if (!row.image) return opener;
    return (
      <span className={classes.named}>
        <img src={row.image} alt="" loading="lazy" />
        {opener}
      </span>
    );
  };
  return (
    <RecordPage
      {...page}
      words={{
        title: text(`title.${kind}s`),
        add: text(`${kind}.new`),
        search: text(`${kind}.search`),
        none: text(`${kind}.none`),
        noneWhy: text(`${kind}.none.why`),
        failed: text("place.failed"),
      }}
      stream={kind === "car" ? "cars" : "rooms"}
      shown={asListed}
      columns={[
        { key: "name", label: text("place.name"), ...(sortedByName && { sort: "name" }), cell: name },
        ...columns,
      ]}
      nameOf={(row) => row.name}
    >
      <SidePanel
        opened={open.edited !== undefined}
        title={open.edited ? open.edited.name : text(`${kind}.new`)}
        onClose={open.close}
      >
        {panel(open.edited ?? null)}
      </SidePanel>
    </RecordPage>
  );
}
