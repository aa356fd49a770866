import { useState } from "react";

type Opened<Row> = { what: "edit"; row: Row | null } | { what: "delete"; row: Row } | null;

export interface OpenRecord<Row> {
  /** Null for a new record; undefined if none is open. */
  edited: Row | null | undefined;
  deleted: Row | undefined;
  add: () => void;
  edit: (row: Row) => void;
  remove: (row: Row) => void;
  close: () => void;
}

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
