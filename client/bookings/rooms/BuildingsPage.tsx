import { Select } from "@mantine/core";
import {
  type Building,
  createBuilding,
  deleteBuilding,
  listBuildings,
  updateBuilding,
} from "../../../shared/bookings/rooms/buildings.contract";
import { buildingSchema } from "../../../shared/bookings/rooms/rooms.schema";
import { RecordForm } from "../../ui/records/RecordForm";
import { useRecordList } from "../../ui/records/useRecordList";
import { useFormat, useText } from "../../platform/intl/useText";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { ResourcePage } from "../resources/ResourcePage";

export function BuildingsPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listBuildings, { sort: "name" });
  return (
    <ResourcePage
      noun="building"
      sortedByName
      list={list}
      columns={[
        { key: "address", label: text("building.address"), onPhone: true, cell: (row) => row.address },
        { key: "zone", label: text("place.timeZone"), cell: (row) => row.time_zone },
        { key: "floors", label: text("building.floors"), figure: true, cell: (row) => number(row.floor_count) },
        { key: "rooms", label: text("building.rooms"), figure: true, cell: (row) => number(row.room_count) },
      ]}
      remove={deleteBuilding}
      form={(building) => <BuildingForm building={building} onClose={list.open.close} />}
    />
  );
}

function BuildingForm({ building, onClose }: { building: Building | null; onClose: () => void }) {
  const text = useText();
  return (
    <RecordForm
      schema={buildingSchema}
      record={building}
      fields={{ name: "place.name", address: "building.address" }}
      valuesOf={(building) => ({ time_zone: building?.time_zone ?? null })}
      create={createBuilding}
      update={updateBuilding}
      onClose={onClose}
    >
      {(form) => (
        <Select
          label={<OptionalLabel label={text("place.timeZone")} />}
          description={text("building.timeZone.why")}
          searchable
          clearable
          limit={50}
          data={Intl.supportedValuesOf("timeZone")}
          {...form.valueProps<string | null>("time_zone")}
        />
      )}
    </RecordForm>
  );
}
