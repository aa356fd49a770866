import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import type { StreamPosition } from "../../../shared/kernel/streams";
import type { PageMeta } from "../../../shared/kernel/paging";
import { useEndpoint } from "../../platform/query";
import { useListAddress } from "./useListAddress";
import { type OpenRecord, useOpenRecord } from "./useOpenRecord";

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
