import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Rehomed } from "../../shared/places/affected";
import type { PageMeta } from "../../shared/kernel/paging";
import { type FollowedStream, useFollowDirectory } from "../people/useFollowDirectory";
import { useFormat, useText } from "../platform/intl/useText";
import { SearchField } from "../ui/fields/SearchField";
import { PageHead, Toolbar } from "../ui/PageHead";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { DeleteRecord } from "./DeleteRecord";
import { ListBody, ListLoading } from "./ListBody";
import { Pages } from "./Pages";
import { RecordMenu } from "./RecordMenu";
import { type RecordColumn, RecordTable } from "./RecordTable";
import type { useListAddress } from "./useListAddress";
import type { OpenRecord } from "./useOpenRecord";

/** A record of the organisation: what its row can be, and what one may do with it. */
interface Listed {
  id: number;
  can: { edit: boolean; delete: boolean };
}

interface List<Row> {
  data: Row[];
  meta: PageMeta;
  revision: number;
}

export interface RecordPageProps<Row extends Listed, Shown extends Row> {
  words: { title: string; add: string; search: string; none: string; noneWhy: string; failed: string };
  /** What its changes are told on, where that isn't the directory. */
  stream?: FollowedStream;
  mayAdd: boolean;
  address: ReturnType<typeof useListAddress>;
  query: UseQueryResult<List<Row>, Error>;
  /** Which of them are shown, and in which order, where the server doesn't decide it. */
  shown: (rows: Row[]) => Shown[];
  columns: readonly RecordColumn<Shown>[];
  nameOf: (row: Row) => string;
  open: OpenRecord<Row>;
  /** Something else than a table: cards. */
  view?: (rows: readonly Shown[], menu: (row: Row) => ReactNode) => ReactNode;
  /** Whoever may take over what names a record; without them it can't be deleted while it is in use. */
  successors?: readonly { id: number; name: string }[];
  remove: (id: number, successorId: number | null, bookings?: Rehomed[]) => Promise<{ message: string }>;
  /** The panel in which one is made or changed. */
  children: ReactNode;
}

/** The frame that departments, positions, groups and clients share: head, search, list, pages, panel, and deletion. */
export function RecordPage<Row extends Listed, Shown extends Row = Row>(props: RecordPageProps<Row, Shown>) {
  const { words, address, query, open, nameOf, successors, remove, children } = props;
  const { number } = useFormat();
  useFollowDirectory(query.data?.revision, props.stream);
  const none = query.data?.meta.total === 0 && !address.sought;
  const add = props.mayAdd && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={open.add}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} sub={query.data && !none ? number(query.data.meta.total) : undefined}>
        {!none && add}
      </PageHead>
      {!none && (
        <Toolbar>
          <SearchField text={address.sought} label={words.search} onChange={address.seek} />
        </Toolbar>
      )}
      <QueryBoundary query={query} loading={<ListLoading />} failed={words.failed}>
        {({ data, meta }) => (
          <ListBody>
            {none ? (
              <EmptyState title={words.none} text={words.noneWhy} action={add} />
            ) : (
              <Rows {...props} all={data} />
            )}
            <Pages meta={meta} onTurn={address.turnTo} />
          </ListBody>
        )}
      </QueryBoundary>
      {children}
      {open.deleted && (
        <DeleteRecord
          record={{ id: open.deleted.id, name: nameOf(open.deleted) }}
          successors={successors}
          remove={(successor, bookings) => remove(open.deleted?.id as number, successor, bookings)}
          onClose={open.close}
        />
      )}
    </>
  );
}

type RowsProps<Row extends Listed, Shown extends Row> = RecordPageProps<Row, Shown> & { all: Row[] };

function Rows<Row extends Listed, Shown extends Row>(props: RowsProps<Row, Shown>) {
  const { words, address, columns, nameOf, open, all, view } = props;
  const text = useText();
  const rows = props.shown(all);
  if (rows.length === 0) {
    return <EmptyState title={text("organisation.nothingFound")} text={text("organisation.nothingFound.why")} />;
  }
  const menu = (row: Row) => (
    <RecordMenu name={nameOf(row)} can={row.can} onEdit={() => open.edit(row)} onDelete={() => open.remove(row)} />
  );
  if (view) return view(rows, menu);
  return (
    <RecordTable
      label={words.title}
      rows={rows}
      columns={columns}
      sort={address.sort}
      onSort={address.sortBy}
      actions={menu}
    />
  );
}

/** Where the server has sorted and narrowed them down. */
export const asListed = <Row,>(rows: Row[]): Row[] => rows;
