import { Select, TextInput } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import {
  createFloor,
  deleteFloor,
  type Floor,
  listBuildings,
  listFloors,
  updateFloor,
} from "../../shared/places/buildings.contract";
import { floorSchema } from "../../shared/places/places.schema";
import { PanelForm } from "../organisation/PanelForm";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { NumberField } from "../ui/fields/NumberField";
import { PlacePage } from "./PlacePage";
import { useRecordForm } from "./useRecordForm";

const pageSize = 25;

/** `/room/floor`: floors by building, from the ground upward. */
export function FloorsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const open = useOpenRecord<Floor>();
  const address = useListAddress("name");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listFloors,
    { query: { q, sort: sort as "name", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  return (
    <PlacePage
      kind="floor"
      mayAdd={can("building-create")}
      address={address}
      query={query}
      columns={[
        {
          key: "building",
          label: text("place.building"),
          sort: "name",
          onPhone: true,
          cell: (row) => row.building.name,
        },
        { key: "level", label: text("floor.level"), figure: true, cell: (row) => number(row.level) },
        { key: "rooms", label: text("building.rooms"), figure: true, cell: (row) => number(row.room_count) },
      ]}
      open={open}
      remove={(id, _, bookings) => call(deleteFloor, { params: { id }, body: { bookings } })}
      panel={(floor) => <Fields floor={floor} onClose={open.close} />}
    />
  );
}

function Fields({ floor, onClose }: { floor: Floor | null; onClose: () => void }) {
  const text = useText();
  const buildings = useEndpoint(listBuildings, { query: {} }).data?.data ?? [];
  const form = useRecordForm(floorSchema, {
    record: floor,
    initialValues: {
      name: floor?.name ?? "",
      building_id: floor ? String(floor.building_id) : null,
      level: (floor?.level ?? 0) as number | string,
    },
    send: (sent, idempotencyKey) => {
      const body = sent as { name: string; building_id: number };
      return floor
        ? call(updateFloor, { params: { id: floor.id }, body })
        : call(createFloor, { body, idempotencyKey });
    },
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <Select
        label={text("place.building")}
        searchable
        data={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.choice<string | null>("building_id")}
      />
      <NumberField
        label={text("floor.level")}
        description={text("floor.level.why")}
        min={-20}
        max={300}
        {...form.choice<number | string>("level")}
      />
    </PanelForm>
  );
}
