import { Select, TextInput } from "@mantine/core";
import {
  createEquipment,
  deleteEquipment,
  type Equipment,
  listEquipment,
  updateEquipment,
} from "../../shared/equipment/equipment.contract";
import { equipmentKinds, equipmentSchema } from "../../shared/equipment/equipment.schema";
import { tones } from "../../shared/kernel/fields";
import { listBuildings } from "../../shared/places/buildings.contract";
import { PanelForm } from "../organisation/PanelForm";
import { FieldPair } from "../places/FieldPair";
import { PlacePage } from "../places/PlacePage";
import { usePlaceList } from "../places/usePlaceList";
import { useRecordForm } from "../places/useRecordForm";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Optional } from "../ui/fields/Optional";

/** `/room/equipment`: what can be booked along with a room, piece by piece. */
export function EquipmentPage() {
  const text = useText();
  const can = useCan();
  const list = usePlaceList(listEquipment);
  return (
    <PlacePage
      kind="equipment"
      sortedByName
      mayAdd={can("room-create")}
      {...list}
      columns={[
        {
          key: "kind",
          label: text("equipment.kind"),
          onPhone: true,
          cell: ({ kind }) => text(`equipment.kind.${kind}`),
        },
        { key: "building", label: text("place.building"), cell: ({ building }) => building.name },
      ]}
      remove={(id) => call(deleteEquipment, { params: { id } })}
      panel={(piece) => <Fields piece={piece} onClose={list.open.close} />}
    />
  );
}

function Fields({ piece, onClose }: { piece: Equipment | null; onClose: () => void }) {
  const text = useText();
  const { data } = useEndpoint(listBuildings, { query: {} });
  const buildings = data?.data ?? [];
  const form = useRecordForm(equipmentSchema, {
    record: piece,
    initialValues: {
      name: piece?.name ?? "",
      kind: (piece?.kind ?? null) as string | null,
      color: (piece?.color ?? null) as string | null,
      building_id: piece ? String(piece.building_id) : (null as string | null),
    },
    clearable: ["color"],
    send: (sent, idempotencyKey) => {
      const body = sent as { name: string; kind: Equipment["kind"]; building_id: number };
      return piece
        ? call(updateEquipment, { params: { id: piece.id }, body })
        : call(createEquipment, { body, idempotencyKey });
    },
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <FieldPair>
        <Select
          label={text("equipment.kind")}
          data={equipmentKinds.map((kind) => ({ value: kind, label: text(`equipment.kind.${kind}`) }))}
          {...form.choice<string | null>("kind")}
        />
        <Select
          label={text("place.building")}
          searchable
          data={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.choice<string | null>("building_id")}
        />
        <Select
          label={<Optional label={text("room.color")} />}
          clearable
          data={tones.map((tone) => ({ value: tone, label: text(`color.${tone}`) }))}
          {...form.choice<string | null>("color")}
        />
      </FieldPair>
    </PanelForm>
  );
}
