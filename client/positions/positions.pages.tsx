import { keepPreviousData } from "@tanstack/react-query";
import {
  deletePosition,
  listPositions,
  type Position,
  selectPositions,
} from "../../shared/positions/positions.contract";
import { OpenRecord } from "../organisation/OpenRecord";
import { asListed, RecordPage } from "../organisation/RecordPage";
import type { RecordColumn } from "../organisation/RecordTable";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Clip } from "../ui/signs/Clip";
import { PositionPanel } from "./PositionPanel";

/** `/positions`: what people are, and how many of each there are. */
export function PositionsPage() {
  const text = useText();
  const can = useCan();
  const open = useOpenRecord<Position>();
  const address = useListAddress("title");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listPositions,
    { query: { q, sort: sort as "title", page } },
    { placeholderData: keepPreviousData },
  );
  const others = useEndpoint(selectPositions, {}, { enabled: open.deleted !== undefined }).data?.data ?? [];
  return (
    <RecordPage
      words={{
        title: text("title.positions"),
        add: text("position.new"),
        search: text("position.search"),
        none: text("position.none"),
        noneWhy: text("position.none.why"),
        failed: text("position.failed"),
      }}
      mayAdd={can("position-create")}
      address={address}
      query={query}
      shown={asListed}
      columns={useColumns(open.edit)}
      nameOf={({ title }) => title}
      open={open}
      successors={others.map(({ id, title }) => ({ id, name: title }))}
      remove={(id, successor_id) => call(deletePosition, { params: { id }, body: { successor_id } })}
    >
      <PositionPanel opened={open.edited !== undefined} position={open.edited ?? null} onClose={open.close} />
    </RecordPage>
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
