import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import {
  deletePosition,
  listPositions,
  type Position,
  selectPositions,
} from "../../shared/positions/positions.contract";
import { DeleteRecord } from "../organisation/DeleteRecord";
import { OpenRecord } from "../organisation/OpenRecord";
import { Pages } from "../organisation/Pages";
import { ListBody, ListLoading } from "../organisation/ListBody";
import { RecordMenu } from "../organisation/RecordMenu";
import { type RecordColumn, RecordTable } from "../organisation/RecordTable";
import { useListAddress } from "../organisation/useListAddress";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { SearchField } from "../ui/fields/SearchField";
import { PageHead, Toolbar } from "../ui/PageHead";
import { Clip } from "../ui/signs/Clip";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { PositionPanel } from "./PositionPanel";

type Open = { what: "edit"; position: Position | null } | { what: "delete"; position: Position } | null;

/** `/positions`: what people are, and how many of each there are. */
export function PositionsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const [open, setOpen] = useState<Open>(null);
  const { sought, sort, page, seek, sortBy, turnTo } = useListAddress("title");
  const query = useEndpoint(
    listPositions,
    { query: { q: sought, sort: sort as "title", page } },
    { placeholderData: keepPreviousData },
  );
  useFollowDirectory(query.data?.revision);
  const none = query.data?.meta.total === 0 && !sought;
  const close = () => setOpen(null);
  const columns = useColumns((position) => setOpen({ what: "edit", position }));
  const add = can("position-create") && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpen({ what: "edit", position: null })}
    >
      {text("position.new")}
    </Button>
  );
  return (
    <>
      <PageHead title={text("title.positions")} sub={query.data && !none ? number(query.data.meta.total) : undefined}>
        {!none && add}
      </PageHead>
      {!none && (
        <Toolbar>
          <SearchField text={sought} label={text("position.search")} onChange={seek} />
        </Toolbar>
      )}
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("position.failed")}>
        {({ data, meta }) => (
          <ListBody>
            {none && <EmptyState title={text("position.none")} text={text("position.none.why")} action={add} />}
            {!none && data.length === 0 && (
              <EmptyState title={text("organisation.nothingFound")} text={text("organisation.nothingFound.why")} />
            )}
            {data.length > 0 && (
              <RecordTable
                label={text("title.positions")}
                rows={data}
                columns={columns}
                sort={sort}
                onSort={sortBy}
                actions={(position) => (
                  <RecordMenu
                    name={position.title}
                    can={position.can}
                    onEdit={() => setOpen({ what: "edit", position })}
                    onDelete={() => setOpen({ what: "delete", position })}
                  />
                )}
              />
            )}
            <Pages meta={meta} onTurn={turnTo} />
          </ListBody>
        )}
      </QueryBoundary>
      <PositionPanel
        opened={open?.what === "edit"}
        position={open?.what === "edit" ? open.position : null}
        onClose={close}
      />
      {open?.what === "delete" && <DeletePosition position={open.position} onClose={close} />}
    </>
  );
}

function DeletePosition({ position, onClose }: { position: Position; onClose: () => void }) {
  const others = useEndpoint(selectPositions).data?.data ?? [];
  return (
    <DeleteRecord
      record={{ id: position.id, name: position.title }}
      successors={others.map(({ id, title }) => ({ id, name: title }))}
      remove={(successor_id) => call(deletePosition, { params: { id: position.id }, body: { successor_id } })}
      onClose={onClose}
    />
  );
}

function useColumns(edit: (position: Position) => void): RecordColumn<Position>[] {
  const text = useText();
  const { number } = useFormat();
  return [
    {
      key: "title",
      label: text("position.title"),
      sort: "title",
      cell: (position) => <OpenRecord name={position.title} onOpen={position.can.edit ? () => edit(position) : null} />,
    },
    {
      key: "description",
      label: text("position.description"),
      cell: ({ description }) => description && <Clip>{description}</Clip>,
    },
    {
      key: "people",
      label: text("organisation.people"),
      sort: "employees",
      figure: true,
      onPhone: true,
      cell: ({ employee_count }) => number(employee_count),
    },
  ];
}
