import { Select, TextInput } from "@mantine/core";
import {
  createFloor,
  deleteFloor,
  type Floor,
  listBuildings,
  listFloors,
  updateFloor,
} from "../../../shared/bookings/rooms/buildings.contract";
import { floorSchema } from "../../../shared/bookings/rooms/rooms.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { useRecordList } from "../../ui/records/useRecordList";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { NumberField } from "../../ui/fields/NumberField";
import { ResourcePage } from "../resources/ResourcePage";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { FailedReads } from "../../ui/states/FailedReads";

export function FloorsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const list = useRecordList(listFloors, { sort: "name" });
  return (
    <ResourcePage
      noun="floor"
      mayAdd={can("building-create")}
      list={list}
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
      remove={deleteFloor}
      form={(floor) => <Fields floor={floor} onClose={list.open.close} />}
    />
  );
}

function Fields({ floor, onClose }: { floor: Floor | null; onClose: () => void }) {
  const text = useText();
  const buildings = useEndpoint(listBuildings, { query: {} });
  const form = useRecordForm(floorSchema, {
    record: floor,
    valuesOf: (floor) => ({
      name: floor?.name ?? "",
      building_id: floor ? String(floor.building_id) : null,
      level: (floor?.level ?? 0) as number | string,
    }),
    create: createFloor,
    update: updateFloor,
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <FailedReads reads={[buildings]} />
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <Select
        label={text("place.building")}
        searchable
        data={(buildings.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.valueProps<string | null>("building_id")}
      />
      <NumberField
        label={text("floor.level")}
        description={text("floor.level.why")}
        min={-20}
        max={300}
        {...form.valueProps<number | string>("level")}
      />
    </PanelForm>
  );
}
