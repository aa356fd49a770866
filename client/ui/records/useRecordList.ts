import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import type { StreamPosition } from "../../../shared/kernel/streams";
import type { PageMeta } from "../../../shared/kernel/paging";
import { useEndpoint } from "../../platform/query";
import { useListAddress } from "./useListAddress";
import { useState } from "react";

type Opened<Row> = { what: "edit"; row: Row | null } | { what: "delete"; row: Row } | null;

interface OpenRecord<Row> {
  /** Null for a new record; undefined if none is open. */
  edited: Row | null | undefined;
  deleted: Row | undefined;
  add: () => void;
  edit: (row: Row) => void;
  remove: (row: Row) => void;
  close: () => void;
}

function useOpenRecord<Row>(): OpenRecord<Row> {
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

export interface ListReply<Row> extends StreamPosition {
  data: Row[];
  meta: PageMeta;
}

/** State of a list screen: search, sort and page from the URL, the response, and the opened record. */
export interface RecordList<Row> {
  address: ReturnType<typeof useListAddress>;
  query: UseQueryResult<ListReply<Row>, Error>;
  open: OpenRecord<Row>;
}

interface RecordListOptions {
  /** Default sort key. */
  sort: string;
  /** Null lists all records on one page. */
  pageSize?: number | null;
}

type ListEndpoint<E extends Endpoint> = ReplyOf<E> extends ListReply<infer _> ? E : never;

/** `RecordList` of an endpoint that searches, sorts and pages. */
export function useRecordList<E extends Endpoint>(
  endpoint: ListEndpoint<E>,
  { sort: usual, pageSize = 25 }: RecordListOptions,
): RecordList<ReplyOf<E>["data"][number]> {
  const open = useOpenRecord<ReplyOf<E>["data"][number]>();
  const address = useListAddress(usual);
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    endpoint as Endpoint,
    { query: { q, sort, ...(pageSize !== null && { page, per_page: pageSize }) } },
    { placeholderData: keepPreviousData },
  );
  return { open, address, query: query as RecordList<ReplyOf<E>["data"][number]>["query"] };
}
