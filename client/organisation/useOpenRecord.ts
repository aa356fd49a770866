import { useState } from "react";

type Opened<Row> = { what: "edit"; row: Row | null } | { what: "delete"; row: Row } | null;

/** Which record of a list is open in its panel, or about to be deleted. */
export interface OpenRecord<Row> {
  /** Null: a new one; undefined: none. */
  edited: Row | null | undefined;
  deleted: Row | undefined;
  add: () => void;
  edit: (row: Row) => void;
  remove: (row: Row) => void;
  close: () => void;
}

/** What `RecordPage` shows beside its list. */
export function useOpenRecord<Row>(): OpenRecord<Row> {
  const [open, setOpen] = useState<Opened<Row>>(null);
  return {
    edited: open?.what === "edit" ? open.row : undefined,
    deleted: open?.what === "delete" ? open.row : undefined,
    add: () => setOpen({ what: "edit", row: null }),
    edit: (row) => setOpen({ what: "edit", row }),
    remove: (row) => setOpen({ what: "delete", row }),
    close: () => setOpen(null),
  };
}
