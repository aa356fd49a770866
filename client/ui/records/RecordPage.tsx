import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Permission } from "../../../shared/kernel/access";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import type { StreamName } from "../../../shared/kernel/events";
import { call } from "../../platform/api";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { SearchField } from "../fields/SearchField";
import { PageHead, Toolbar } from "../PageHead";
import { EmptyState } from "../states/EmptyState";
import { QueryBoundary } from "../states/QueryBoundary";
import { type DeleteConflict, DeleteRecord } from "./DeleteRecord";
import { ListBody, ListLoading } from "./ListBody";
import { RecordName } from "./RecordName";
import { RecordPages } from "./RecordPages";
import { type RecordColumn, RecordTable } from "./RecordTable";
import { SidePanel } from "./SidePanel";
import type { RecordList } from "./useRecordList";

interface RecordMenuProps {
  name: string;
  can: { edit: boolean; delete: boolean };
  onEdit: () => void;
  onDelete: () => void;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

function RecordMenu({ name, can, onEdit, onDelete }: RecordMenuProps) {
  const text = useText();
  if (!can.edit && !can.delete) return null;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={text("organization.more", { name })}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {text("action.edit")}
          </Menu.Item>
        )}
        {can.delete && (
          <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            {text("action.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ListedRecord {
  id: number;
  can: { edit: boolean; delete: boolean };
}

/** Nouns with the texts of a list screen: `title.groups`, `group.new`, `group.search`, `group.none` and `group.none.why`. */
export type RecordNoun = {
  [Id in MessageId]: Id extends `${infer Noun}.none.why`
    ? `title.${Noun}s` | `${Noun}.new` | `${Noun}.search` | `${Noun}.none` extends MessageId
      ? Noun
      : never
    : never;
}[MessageId];

export interface RecordPageProps<Row extends ListedRecord, Shown extends Row, Resolution = unknown> {
  noun: RecordNoun;
  /** Title of the error state, generic by default. */
  failed?: MessageId;
  list: RecordList<Row>;
  /** Tabs with other lists of the same screen. */
  tabs?: ReactNode;
  /** Stream with the list's changes; null if the user may not follow it. */
  stream: StreamName | null;
  /** By default, depends on the permission `<noun>-create`. */
  mayAdd?: boolean;
  /** Arranges the listed records. */
  shown?: (rows: Row[]) => Shown[];
  /** Label of a first column with the names, which open the form. */
  nameLabel?: MessageId;
  columns: readonly RecordColumn<Shown>[];
  nameOf: (row: Row) => string;
  /** Replaces the table. */
  view?: (rows: readonly Shown[], menu: (row: Row) => ReactNode) => ReactNode;
  /** Content of the side panel: the form, and what else belongs to the record. Null for a new record. */
  form: (record: Row | null) => ReactNode;
  /** Call that lists the records that can replace a deleted one; without it, a record in use can't be deleted. */
  successors?: Endpoint;
  /** Omitted for records that are only archived. */
  remove?: Endpoint;
  /** Asks how to deal with records that prevent the deletion. */
  conflict?: DeleteConflict<Resolution>;
}

/** List screen of a kind of record: search, sort, pages, and a side panel to add and edit. */
export function RecordPage<Row extends ListedRecord, Shown extends Row = Row, Resolution = unknown>(
  props: RecordPageProps<Row, Shown, Resolution>,
) {
  const { noun, failed = "records.failed", list, nameOf, successors, remove, conflict, form } = props;
  const { address, query, open } = list;
  const { number } = useFormat();
  const text = useText();
  const can = useCan();
  const mayAdd = props.mayAdd ?? can(`${noun}-create` as Permission);
  useFollowStream(props.stream, query.data);
  const none = query.data?.meta.total === 0 && !address.sought;
  const add = mayAdd && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={open.add}>
      {text(`${noun}.new`)}
    </Button>
  );
  return (
    <>
      <PageHead
        title={text(`title.${noun}s`)}
        sub={query.data && !none ? number(query.data.meta.total) : undefined}
        tabs={props.tabs}
      >
        {!none && add}
      </PageHead>
      {!none && (
        <Toolbar>
          <SearchField text={address.sought} label={text(`${noun}.search`)} onChange={address.seek} />
        </Toolbar>
      )}
      <QueryBoundary query={query} loading={<ListLoading />} failed={text(failed)}>
        {({ data, meta }) => (
          <ListBody>
            {none ? (
              <EmptyState title={text(`${noun}.none`)} text={text(`${noun}.none.why`)} action={add} />
            ) : (
              <Rows {...props} all={data} />
            )}
            <RecordPages meta={meta} onTurn={address.turnTo} />
          </ListBody>
        )}
      </QueryBoundary>
      <SidePanel
        opened={open.edited !== undefined}
        title={open.edited ? nameOf(open.edited) : text(`${noun}.new`)}
        onClose={open.close}
      >
        {form(open.edited ?? null)}
      </SidePanel>
      {open.deleted && remove && (
        <Deletion
          record={{ id: open.deleted.id, name: nameOf(open.deleted) }}
          calls={{ remove, successors }}
          nameOf={nameOf as (record: object) => string}
          conflict={conflict}
          onClose={open.close}
        />
      )}
    </>
  );
}

interface DeletionProps<Resolution> {
  record: { id: number; name: string };
  calls: { remove: Endpoint; successors?: Endpoint | undefined };
  nameOf: (record: object) => string;
  conflict: DeleteConflict<Resolution> | undefined;
  onClose: () => void;
}

function Deletion<Resolution>({ calls, nameOf, ...props }: DeletionProps<Resolution>) {
  const { remove, successors } = calls;
  const { record, conflict } = props;
  const removeWith = (successor: number | null, resolution?: Resolution) => {
    const body = { ...(successors && { successor_id: successor }), ...(conflict && { [conflict.field]: resolution }) };
    return call(remove, { params: { id: record.id }, body }) as Promise<{ message: string }>;
  };
  if (!successors) return <DeleteRecord {...props} remove={removeWith} />;
  return (
    <Choices of={successors}>
      {(choices, query) => (
        <DeleteRecord
          {...props}
          reads={[query]}
          successors={choices.map((choice) => ({ id: choice.id, name: nameOf(choice) }))}
          remove={removeWith}
        />
      )}
    </Choices>
  );
}

interface ChoicesProps {
  of: Endpoint;
  children: (choices: { id: number }[], query: ReturnType<typeof useEndpoint>) => ReactNode;
}

function Choices({ of, children }: ChoicesProps) {
  const query = useEndpoint(of);
  const { data: choices = [] } = (query.data ?? {}) as { data?: { id: number }[] };
  return children(choices, query);
}

type RowsProps<Row extends ListedRecord, Shown extends Row> = Pick<
  RecordPageProps<Row, Shown>,
  "noun" | "list" | "nameLabel" | "columns" | "nameOf" | "view" | "shown"
> & { all: Row[] };

function Rows<Row extends ListedRecord, Shown extends Row>(props: RowsProps<Row, Shown>) {
  const { noun, list, nameLabel, columns, nameOf, all, view } = props;
  const { address, open } = list;
  const text = useText();
  const rows = props.shown ? props.shown(all) : (all as Shown[]);
  if (rows.length === 0) {
    return <EmptyState title={text("organization.nothingFound")} text={text("organization.nothingFound.why")} />;
  }
  const menu = (row: Row) => (
    <RecordMenu name={nameOf(row)} can={row.can} onEdit={() => open.edit(row)} onDelete={() => open.remove(row)} />
  );
  if (view) return view(rows, menu);
  const nameColumn: RecordColumn<Shown> = {
    key: "name",
    label: text(nameLabel ?? "place.name"),
    sort: address.usual,
    cell: (row) => <RecordName name={nameOf(row)} onOpen={row.can.edit ? () => open.edit(row) : null} />,
  };
  return (
    <RecordTable
      label={text(`title.${noun}s`)}
      rows={rows}
      columns={nameLabel ? [nameColumn, ...columns] : columns}
      sort={address.sort}
      onSort={address.sortBy}
      actions={menu}
    />
  );
}
